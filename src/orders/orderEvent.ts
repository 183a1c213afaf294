// The events of an order's timeline, which is append-only.

import type { AccountId, Caller } from "../accounts/account.ts";
import type { StaffActor, UserActor } from "../audit/actor.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { WireMoney } from "../kit/money.ts";
import { isSamePrice, toWirePrice } from "../kit/price.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import type { LineFaultCode } from "./checkLines.ts";
import type { WrittenName } from "./lineInstructions.ts";
import type { OrderId, OrderLine, OrderTexts } from "./order.ts";
import type { SentRequest } from "./placementQueries.ts";
import type { Requested } from "./requested.ts";

export type Change<Value> = { readonly before: Value; readonly after: Value };

/** A changed line. A quantity of null before is an added line, after it a removed one. */
export type LineChange = {
  readonly partNumber: string;
  readonly condition: string;
  readonly vendor: string;
  readonly quantity?: Change<number | null>;
  readonly unitPrice?: Change<WireMoney>;
  /** A condition that was not read, as it was written. */
  readonly wanted?: Change<string | null>;
} & { readonly [Name in WrittenName]?: Change<string | null> };

/** A line that was not copied into a new draft, and why. */
export type LeftOutLine = {
  readonly partNumber: string;
  readonly quantity: number;
  readonly code: LineFaultCode;
  readonly message: string;
  /** How many lines of this part number were copied; missing in events of older versions. */
  readonly copied?: number;
  /** The offer, as the line had it; what it did not have is missing. */
  readonly offerId?: OfferId;
  readonly vendor?: string;
  readonly condition?: string;
  readonly certificate?: string;
  readonly unitOfMeasure?: string;
  /** Its remark; in events of older versions, what that said of the part. */
  readonly wish?: string;
  /** What was asked for; missing in events of older versions. */
  readonly requested?: Requested;
};

/** What belongs to an order and not to its duplicate; empty fields are missing. */
export type NotCopied = {
  readonly poNumber?: string;
  readonly shipTo?: string;
  readonly notes?: string;
  readonly lines?: readonly {
    readonly partNumber: string;
    /** Only in events of older versions. */
    readonly remark?: string;
    readonly neededBy?: string;
  }[];
};

/** The details of an event; fields that do not apply are missing. */
export type OrderEventDetails = {
  readonly [Field in keyof OrderTexts]?: Change<OrderTexts[Field]>;
} & {
  /** The order that a draft duplicates, and the lines that could not be ordered again. */
  readonly from?: OrderId;
  /** The version of that order; missing in events of older versions. */
  readonly fromVersion?: number;
  /** The number of that order; read with the event, not stored. */
  readonly fromNumber?: string;
  readonly leftOut?: readonly LeftOutLine[];
  readonly notCopied?: NotCopied;
  readonly lines?: readonly LineChange[];
  readonly subtotal?: Change<WireMoney>;
  /** The reason of a cancellation, and the reference of a delivery. */
  readonly reason?: string;
  readonly reference?: string;
  /** The correction of that reference. */
  readonly fulfilmentReference?: Change<string>;
  /** What a buyer asks the distributor to change in a confirmed order. */
  readonly changeRequest?: string;
  /** An operator answered the change requests before this event. */
  readonly changeAnswered?: true;
};

export type OrderEventKind =
  | "placed"
  | "made"
  | "edited"
  | "repriced"
  | "confirmed"
  | "fulfilled"
  | "cancelled"
  | "expired";

export type OrderAction = {
  readonly actor: StaffActor | UserActor;
  readonly now: Date;
  /** The id of the submitted form; see `runOncePerForm`. */
  readonly formId?: string | null;
};

/** A request of a signed-in buyer that creates or changes an order. */
export type BuyerRequest = {
  readonly signedIn: SignedIn;
  readonly requestId: string;
  readonly now: Date;
  /** See `runOncePerForm`. */
  readonly formId?: string | null;
};

/** A request of an operator that creates an order for an account. */
export type OperatorRequest = {
  readonly actor: StaffActor;
  readonly accountId: AccountId;
  readonly now: Date;
  /** See `runOncePerForm`. */
  readonly formId?: string | null;
};

/** A request of a key that creates an order, which its Idempotency-Key is bound to. */
export type KeyRequest = Caller &
  SentRequest & {
    readonly requestId: string;
    readonly idempotencyKey: string | null;
    readonly now: Date;
  };

/** A request about one order. */
export type BuyerOrderRequest = BuyerRequest & { readonly orderId: string };

/** One event of a timeline. A key is named with its last four characters. */
export type OrderEvent = {
  readonly version: number;
  readonly kind: OrderEventKind;
  readonly at: Date;
  readonly actor: "key" | "buyer" | "operator" | "clock";
  /** The person; null for a key and the clock. */
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly requestId: string | null;
  readonly details: OrderEventDetails;
};

/** The unit prices of a line before and after; undefined if they are equal. */
export function findPriceChange(
  before: OrderLine,
  after: OrderLine,
): Change<WireMoney> | undefined {
  if (isSamePrice(before.unitPrice, after.unitPrice)) return undefined;
  return { before: toWirePrice(before.unitPrice), after: toWirePrice(after.unitPrice) };
}

/** The reference of the delivery as last corrected; undefined if the order is not fulfilled. */
export function findReference(timeline: readonly OrderEvent[]): string | undefined {
  return timeline
    .flatMap(({ details }) => details.fulfilmentReference?.after ?? details.reference ?? [])
    .at(-1);
}

export type ChangeRequest = OrderEvent & { readonly message: string };

/** The change requests of a timeline, oldest first. */
export function listChangeRequests(timeline: readonly OrderEvent[]): readonly ChangeRequest[] {
  return timeline.flatMap((event) => {
    const { changeRequest } = event.details;
    return changeRequest === undefined ? [] : [{ ...event, message: changeRequest }];
  });
}

/** Those that nobody answered: the last events, as whatever else happens to the order answers. */
export function listOpenChangeRequests(timeline: readonly OrderEvent[]): readonly ChangeRequest[] {
  const other = timeline.findLastIndex(({ details }) => details.changeRequest === undefined);
  return listChangeRequests(timeline.slice(other + 1));
}
