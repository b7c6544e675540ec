/** The requests to the server about the player's account. */

import { request } from "./requests";
import type { AccountInfo, Me, NewPasskey, PasskeyChallenge, PasskeyLogIn, PasskeySignature, RecoveryPhrase } from "../protocol/types";

const id = encodeURIComponent;

export const getAccount = (): Promise<AccountInfo> => request("me/account");
export const deleteAccount = (): Promise<void> => request("me", "DELETE");

/** Make a recovery phrase in place of the one before. */
export const newPhrase = async (): Promise<string> => (await request<RecoveryPhrase>("me/phrase", "POST")).phrase;
/** Log in with a recovery phrase; `bring`: what was played in this browser before comes along. */
export const logInByPhrase = (phrase: string, bring: boolean): Promise<Me> => request("log-in/phrase", "POST", { phrase, bring });

export const newPasskeyChallenge = (): Promise<PasskeyChallenge> => request("me/passkeys/challenge", "POST");
export const addPasskey = (passkey: NewPasskey): Promise<void> => request("me/passkeys", "POST", passkey);
export const renamePasskey = (passkey: string, name: string): Promise<void> => request(`me/passkeys/${id(passkey)}`, "PUT", { name });
export const removePasskey = (passkey: string): Promise<void> => request(`me/passkeys/${id(passkey)}`, "DELETE");
/** Prove anew who one is, which some of these requests need: otherwise they are refused as "not_proven". */
/** Refused as "not_proven" if what is dangerous would be refused so at this moment. */
export const checkProof = (): Promise<void> => request("me/proof");
export const newProofChallenge = (): Promise<PasskeyChallenge> => request("me/proof/challenge", "POST");
export const proveByPasskey = (answer: PasskeySignature): Promise<void> => request("me/proof/passkey", "POST", answer);
export const proveByPhrase = (phrase: string): Promise<void> => request("me/proof/phrase", "POST", { phrase });

export const newLogInChallenge = (): Promise<PasskeyChallenge> => request("log-in/challenge", "POST");
export const logInByPasskey = (answer: PasskeyLogIn): Promise<Me> => request("log-in/passkey", "POST", answer);

export const logOutHere = (): Promise<void> => request("me/log-out", "POST");
export const logOut = (device: string): Promise<void> => request(`me/devices/${id(device)}`, "DELETE");
export const logOutElsewhere = (): Promise<void> => request("me/devices", "DELETE");
