// Apart from the check, which brings a library: every player contributes, and few check.

/** What this device puts into a shuffle: 32 random bytes, in hexadecimal digits. */
export function newContribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32)); // also there over plain HTTP
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
