import { afterEach, describe, expect, test, vi } from "vitest";

import type { PasskeyChallenge } from "../../protocol/types";
import { decoded, encoded, explained, makePasskey, signWithPasskey, whyNoPasskeys } from "./passkeys";

const at = (hostname: string, { isSecure = true, knows = true } = {}): string => whyNoPasskeys({ hostname, isSecure, knows });

afterEach(() => vi.unstubAllGlobals());

describe("passkeys", () => {
  test("of another address may be why nothing is signed, not why none is made", async () => {
    const closed = () => Promise.reject(new DOMException("", "NotAllowedError"));
    vi.stubGlobal("navigator", { credentials: { create: closed, get: closed } });
    const challenge: PasskeyChallenge = { challenge: "AA", site: "localhost", name: "Kim", person: "AA", known: [], seconds: 60 };
    await expect(signWithPasskey(challenge)).rejects.toThrow("made at another address");
    await expect(makePasskey(challenge)).rejects.toThrow(/dialog was closed, or nobody answered it in time\.$/);
  });
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
    const said = (name: string): string => (explained(new DOMException("", name), "Nothing was done.") as Error).message;
    expect(said("NotAllowedError")).toBe("Nothing was done.");
    expect(said("InvalidStateError")).toContain("already");
    expect(said("SecurityError")).toContain("https");
    const other = new TypeError("x");
    expect(explained(other, "")).toBe(other);
  });
});
