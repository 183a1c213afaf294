import type { MailState } from "../mail/queries.ts";

/** The decision on a request, as it is stored. */
export type Decided = "new" | "needs information" | "issued" | "declined";

/**
 * `pending`: the mail with the key is queued; `kept`: there is no mail server; `issued`: the key
 * was delivered without a mail from here.
 */
export type RequestState = Decided | "pending" | "sent" | "kept" | "failed" | "bounced";

const ofMail: Readonly<Record<MailState, RequestState>> = {
  queued: "pending",
  sent: "sent",
  kept: "kept",
  failed: "failed",
  bounced: "bounced",
};

/** The state of a request, from the decision and the state of its mail, null for none. */
export function requestState(decided: Decided, mail: MailState | null): RequestState {
  return decided === "issued" && mail !== null ? ofMail[mail] : decided;
}

export function isOpen(state: RequestState): boolean {
  return state === "new" || state === "needs information";
}

/** Whether the key was not delivered, so that it can be revoked and issued again. */
export function isOrphaned(state: RequestState): boolean {
  return state === "bounced" || state === "failed" || state === "kept";
}
