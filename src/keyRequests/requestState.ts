// Where a request for a key stands: what was decided, and after that what became of its mail.
import type { MailState } from "../mail/queries.ts";

/** What was decided of a request, as it is stored. */
export type Decided = "new" | "needs information" | "issued" | "declined";

/**
 * Where a request stands. `pending`: the mail with the key waits for the mail server; `kept`: there
 * is none; `issued`: the key went without a mail of ours.
 */
export type RequestState = Decided | "pending" | "sent" | "kept" | "failed" | "bounced";

const ofMail: Readonly<Record<MailState, RequestState>> = {
  queued: "pending",
  sent: "sent",
  kept: "kept",
  failed: "failed",
  bounced: "bounced",
};

/** The state of a request, by what was decided and the state of its mail, null for none. */
export function requestState(decided: Decided, mail: MailState | null): RequestState {
  return decided === "issued" && mail !== null ? ofMail[mail] : decided;
}

/** Whether a request still waits for an operator to answer it. */
export function isOpen(state: RequestState): boolean {
  return state === "new" || state === "needs information";
}

/** Whether the key went out and did not arrive, so that it can be taken back and made anew. */
export function isOrphaned(state: RequestState): boolean {
  return state === "bounced" || state === "failed" || state === "kept";
}
