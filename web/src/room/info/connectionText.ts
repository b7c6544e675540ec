/** What is said of a connection as long as nothing of its room is shown. */

import type { ConnectionState } from "../../api/connection";

export const connectionText: Partial<Record<ConnectionState, string>> = {
  lost: "The server does not answer. Trying again.",
  blocked: "The server answers, but WebSockets do not get through to it. A proxy in between must pass them on; the server's guide to hosting says how. Trying again.",
};
