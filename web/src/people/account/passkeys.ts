/** Passkeys: what the browser is asked to make or to sign, and its answer as the server takes it. */

import type { NewPasskey, PasskeyChallenge, PasskeySignature } from "../../protocol/types";

// ES256, Ed25519 and RS256 (COSE), which cover all devices; the server accepts these.
const ALGORITHMS = [-7, -8, -257];
const NONE = "This browser knows no passkeys. A recovery phrase does the same.";
const NOT_HERE = "Passkeys need an address with https and a name, or http://localhost on the server's own computer. A recovery phrase works at any address.";
const CANCELLED = "Nothing was done: your device's dialog was closed, or nobody answered it in time.";
/** A browser does not show a passkey of another site, and does not say that there is one. */
const NOT_SIGNED = "Nothing was done: your device's dialog was closed, nobody answered it in time, or your passkey was made at another address, where alone it works.";
const HAS_ONE = "This device has a passkey for this account already.";

/** Why there are no passkeys at an address, in a sentence; empty if there are. */
export function whyNoPasskeys(page: { hostname: string; isSecure: boolean; knows: boolean }): string {
  const isAddress = /^[\d.]+$|^\[/.test(page.hostname);
  const isLocal = page.hostname === "localhost" || page.hostname.endsWith(".localhost");
  if (!page.isSecure || isAddress || !(isLocal || page.hostname.includes("."))) return NOT_HERE;
  return page.knows ? "" : NONE;
}

export const whyNoneHere = (): string =>
  whyNoPasskeys({ hostname: location.hostname, isSecure: window.isSecureContext, knows: "PublicKeyCredential" in window });

export function encoded(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export function decoded(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

/** What a failure of the browser's means, in a sentence: of one that is asked to make a passkey, or to sign with one. */
export function explained(failed: unknown, nothing: string): unknown {
  if (!(failed instanceof DOMException)) return failed;
  if (failed.name === "InvalidStateError") return new Error(HAS_ONE);
  return new Error(failed.name === "SecurityError" ? NOT_HERE : nothing);
}

/** Have the player's device make a passkey. */
export async function makePasskey(wanted: PasskeyChallenge): Promise<NewPasskey> {
  const called = wanted.name || "A player without a name";
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: decoded(wanted.challenge),
    rp: { id: wanted.site, name: "Sevenfold" },
    user: { id: decoded(wanted.person), name: called, displayName: called },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: wanted.known.map((id) => ({ type: "public-key", id: decoded(id) })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
    attestation: "none",
    timeout: wanted.seconds * 1000,
  };
  const made = await asked(navigator.credentials.create({ publicKey }), CANCELLED);
  const response = made.response as AuthenticatorAttestationResponse;
  return { id: encoded(made.rawId), client_data: encoded(response.clientDataJSON), attestation: encoded(response.attestationObject) };
}

/** Have the player's device sign with one of its passkeys; with one of those that the challenge names, if it names any. */
export async function signWithPasskey(wanted: PasskeyChallenge): Promise<PasskeySignature> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: decoded(wanted.challenge),
    rpId: wanted.site,
    allowCredentials: wanted.known.map((id) => ({ type: "public-key", id: decoded(id) })),
    userVerification: "preferred",
    timeout: wanted.seconds * 1000,
  };
  const used = await asked(navigator.credentials.get({ publicKey }), NOT_SIGNED);
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: encoded(used.rawId),
    client_data: encoded(response.clientDataJSON),
    authenticator_data: encoded(response.authenticatorData),
    signature: encoded(response.signature),
    person: response.userHandle ? encoded(response.userHandle) : "",
  };
}

async function asked(asking: Promise<Credential | null>, nothing: string): Promise<PublicKeyCredential> {
  try {
    const found = await asking;
    if (found) return found as PublicKeyCredential;
  } catch (failed) {
    throw explained(failed, nothing);
  }
  throw new Error(nothing);
}
