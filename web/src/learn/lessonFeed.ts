/** Feeds a room with the positions of a lesson or a puzzle, in place of a connection to the server, and takes its moves as answers. */

import type { Connect, ConnectionListener } from "../api/connection";
import type { LessonAnswer, LessonStep, RoomInfo, View } from "../protocol/types";

export class LessonFeed {
  private listener: ConnectionListener | null = null;
  private number = 0; // the length of the log that the room is told

  constructor(private readonly onanswer: (actions: readonly number[]) => void) {}

  /** Connects a room to this feed. */
  readonly connect: Connect = (_room, listener) => {
    this.listener = listener;
    listener.onStateChange("open");
    return {
      send: (message) => {
        if (message.type === "move") this.onanswer(message.actions ?? []);
        return true;
      },
      close: () => (this.listener = null),
    };
  };

  /** Show the position in which a question is asked. */
  ask(view: View): void {
    this.show(view);
  }

  /** Show what comes after a right answer; nothing can be done there. */
  goOn(views: readonly View[]): void {
    for (const view of views) this.show({ ...view, moves: [], refused: [] });
  }

  private show(view: View): void {
    this.number++;
    this.listener?.onMessage({ type: "view", view, room: roomOf(view, this.number) });
  }
}

/** The answer that a move is. */
export const answerOf = (step: LessonStep, actions: readonly number[]): LessonAnswer | undefined =>
  step.answers.find((answer) => answer.actions.join() === actions.join());

/** How a question is answered at the table that a view shows, to follow "Answer at the table:". */
export const howToAnswer = (view: View): string => (view.moves.some((move) => move.gesture.spots.length) ? "touch the card" : "press the button");

/** A room in which nobody can do anything but move. */
function roomOf(view: View, number: number): RoomInfo {
  const seats = view.seats.map(({ seat, name }) => ({ seat, kind: "bot", name, colour: seat, bot: null, you: false, here: true, may_sit: false, stand_in: false, out_of_time: false, seconds: null, gave: false }));
  const nothing = { result: null, clock: null, asking: null, sequel: null, verdict: null, seat: null, commitment: "", daily: "", deal: "", score: "", why_not_undo: "" };
  const room = { ...nothing, id: "lesson", game: view.game, name: view.name, options: {}, status: "open", tempo: "live", pace: "normal", seats, number, made: view.made, hands: "closed", seen_by_all: [] };
  return room as unknown as RoomInfo; // what is left out is false or 0
}
