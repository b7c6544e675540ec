import { describe, expect, test } from "vitest";

import { decoded, encoded, explained, whyNoPasskeys } from "./passkeys";

const at = (hostname: string, { isSecure = true, knows = true } = {}): string => whyNoPasskeys({ hostname, isSecure, knows });

describe("passkeys", () => {
  test("exist at names with https and at localhost", () => {
    expect(at("table.example.org")).toBe("");
    expect(at("localhost")).toBe("");
    expect(at("cards.localhost")).toBe("");
  });
  test("exist at no address, without https, or in no old browser", () => {
    for (const address of ["127.0.0.1", "192.168.1.7", "[::1]", "table"]) expect(at(address)).toContain("https and a name");
    expect(at("table.example.org", { isSecure: false })).toContain("https and a name");
    expect(at("table.example.org", { knows: false })).toContain("knows no passkeys");
  });
  test("are sent in base64url", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(encoded(bytes.buffer)).toMatch(/^[\w-]+$/);
    expect(decoded(encoded(bytes.buffer))).toEqual(bytes);
  });
  test("fail in words", () => {
    const said = (name: string): string => (explained(new DOMException("", name)) as Error).message;
    expect(said("NotAllowedError")).toContain("dialog was closed");
    expect(said("InvalidStateError")).toContain("already");
    expect(said("SecurityError")).toContain("https");
    const other = new TypeError("x");
    expect(explained(other)).toBe(other);
  });
});
