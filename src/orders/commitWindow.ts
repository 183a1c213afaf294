import { Failure } from "../errors.ts";

/** The time in which work may still commit, shared by the work and the deadline of its request. */
export type CommitWindow = {
  /** Called immediately before a commit is sent. Throws UNAVAILABLE once the window is closed. */
  enter(): void;
  /** Closes the window. True if nothing was committed and nothing will be. */
  close(): boolean;
};

export function openCommitWindow(): CommitWindow {
  let state: "open" | "entered" | "closed" = "open";
  return {
    enter() {
      if (state === "closed") throw new Failure("UNAVAILABLE");
      state = "entered";
    },
    close() {
      if (state === "open") state = "closed";
      return state === "closed";
    },
  };
}
