/** A room for tests: what a server would send is passed to `show` and `receive`, and what the room sends is collected in `sent`. */

import type { Connection, ConnectionListener } from "../src/api/connection";
import type { RoomInfo, ServerMessage, View } from "../src/protocol/types";
import { Room } from "../src/room/room.svelte";
import { hidden, roomInfo, seat, ups, view, zone } from "./build";

export function openRoom(about: Partial<RoomInfo> = {}) {
  const sent: unknown[] = [];
  let listener!: ConnectionListener;
  let isOnline = true;
  const connection: Connection = {
    send: (message) => {
      if (isOnline) sent.push(message);
      return isOnline;
    },
    close: () => undefined,
  };
  const room = new Room("t", (_, given) => ((listener = given), connection));
  return {
    room,
    sent,
    receive: (message: ServerMessage) => listener.onMessage(message),
    show: (more: Partial<View>, now: Partial<RoomInfo> = {}): void => {
      const zones = [zone("hand-0", "hand", "Hand", ups("R1 R2"), { owner: 0 }), hidden(1, 2)];
      const base = view({ deck: "sevendeck", seats: [seat(0, "You"), seat(1, "Ada")], zones });
      const info = roomInfo({ id: "t", ...about, number: more.made ?? base.made, ...now });
      listener.onMessage({ type: "view", view: { ...base, ...more }, room: info });
    },
    setOnline: (online: boolean): void => {
      isOnline = online;
      listener.onStateChange(online ? "open" : "lost");
    },
  };
}
