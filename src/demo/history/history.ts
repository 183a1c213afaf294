import type { AccountId, KeyId } from "../../accounts/account.ts";
import type { OperatorActor } from "../../audit/actor.ts";
import type { PartIds } from "../../catalog/partId.ts";
import type { KeyRequestContext } from "../../keyRequests/requestKey.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import type { DemoRandom } from "../demoRandom.ts";
import type { Agenda } from "./agenda.ts";
import type { HistoryOffer } from "./historyQueries.ts";

/** What every part of the history uses. `now` is its end. */
export type History = {
  readonly context: KeyRequestContext;
  readonly partIds: PartIds;
  readonly random: DemoRandom;
  readonly agenda: Agenda;
  readonly offers: readonly HistoryOffer[];
  /** How many drafts there were. */
  readonly drafts: { count: number };
  /** The operator whom a request at a moment came from. */
  readonly actorAt: (now: Date) => OperatorActor;
  readonly now: Date;
};

/** An account with a key that orders, a person who confirms, or both. */
export type Customer = {
  readonly accountId: AccountId;
  readonly keyId: KeyId | null;
  readonly signedIn: SignedIn | null;
  /** What its purchase order numbers look like; # is the number. */
  readonly poNumbers: string;
  /** Where it has orders shipped to, in turn with the address on file. */
  readonly shipTos?: readonly string[];
};
