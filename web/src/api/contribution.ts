// Separate from the verification, which needs a library: every player contributes, but few verify.

/** This device's contribution to a shuffle: 32 random bytes in hexadecimal. */
export function newContribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32)); // available over plain HTTP too
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
