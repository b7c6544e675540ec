import { expect, test, vi } from "vitest";

import { Refused } from "../../api/requests";
import { NOT_DONE, Proof } from "./proof.svelte";

const needed = (): Refused => new Refused("not_proven", "First show that it is you.");

test("what needs no proof is done at once", async () => {
  const proof = new Proof();
  expect(await proof.whatever(() => Promise.resolve(7))).toBe(7);
  await expect(proof.whatever(() => Promise.reject(new Refused("full", "Twenty.")))).rejects.toThrow("Twenty.");
  expect(proof.isAsked).toBe(false);
});

test("what needs one goes on once it is given", async () => {
  const proof = new Proof();
  const doing = vi.fn<() => Promise<string>>().mockRejectedValueOnce(needed()).mockResolvedValueOnce("done");
  const done = proof.whatever(doing);
  await vi.waitFor(() => expect(proof.isAsked).toBe(true));
  proof.close(true);
  expect(await done).toBe("done");
  expect(proof.isAsked).toBe(false);
});

test("without one nothing is done, and that is said", async () => {
  const proof = new Proof();
  const doing = vi.fn<() => Promise<string>>().mockRejectedValueOnce(needed());
  const done = proof.whatever(doing);
  await vi.waitFor(() => expect(proof.isAsked).toBe(true));
  proof.close(false);
  await expect(done).rejects.toThrow(NOT_DONE);
  expect(doing).toHaveBeenCalledTimes(1);
});
