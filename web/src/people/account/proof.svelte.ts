/** A fresh proof of who one is: asked for in a dialog when the server wants one, and then what was wanted goes on. */

import { Refused } from "../../api/requests";

export const NOT_DONE = "Nothing was done, since you have not shown that it is you.";

export class Proof {
  isAsked = $state(false);
  private answer: (isGiven: boolean) => void = () => undefined;

  /** Do something; if it needs a proof, ask for one first. */
  async whatever<T>(doing: () => Promise<T>): Promise<T> {
    try {
      return await doing();
    } catch (failed) {
      if (!(failed instanceof Refused && failed.code === "not_proven")) throw failed;
    }
    if (!(await this.ask())) throw new Error(NOT_DONE);
    return doing();
  }

  private ask(): Promise<boolean> {
    this.isAsked = true;
    return new Promise((resolve) => (this.answer = resolve));
  }

  /** The dialog was closed. */
  close(isGiven: boolean): void {
    this.isAsked = false;
    this.answer(isGiven);
    this.answer = () => undefined;
  }
}
