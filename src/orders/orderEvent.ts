// What became of an order: the nouns of its timeline, which is only ever added to.
import type { OperatorActor, UserActor } from "../audit/actor.ts";
import { toWireMoney, type WireMoney } from "../money.ts";
import type { LineFaultCode } from "./checkLines.ts";
import type { OrderId, OrderLine } from "./order.ts";

/** What was there, and what is there since. */
export type Change<Value> = { readonly before: Value; readonly after: Value };

/**
 * A line that changed. A quantity of null before is a line that was added, after it one that was
 * removed.
 */
export type LineChange = {
  readonly partNumber: string;
  readonly condition: string;
  readonly vendor: string;
  readonly quantity?: Change<number | null>;
  readonly unitPrice?: Change<WireMoney>;
};

/** A line that did not come along into a new draft, and why. */
export type LeftOutLine = {
  readonly partNumber: string;
  readonly quantity: number;
  readonly code: LineFaultCode;
  readonly message: string;
};

/** What an event says beyond its kind; what it does not concern is missing. */
export type OrderEventDetails = {
  /** The order a draft was made after, and what could not be ordered again. */
  readonly from?: OrderId;
  readonly leftOut?: readonly LeftOutLine[];
  readonly lines?: readonly LineChange[];
  readonly poNumber?: Change<string | null>;
  readonly notes?: Change<string | null>;
  readonly subtotal?: Change<WireMoney>;
  /** Why the operator cancelled, and what the operator delivered by. */
  readonly reason?: string;
  readonly reference?: string;
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

/** Something that a person does to an order. */
export type OrderAction = {
  readonly actor: OperatorActor | UserActor;
  readonly now: Date;
  /** The form they sent, where it does its work once. */
  readonly formId?: string | null;
};

/** One entry of a timeline. A key stands by its name and last four characters. */
export type OrderEvent = {
  readonly version: number;
  readonly kind: OrderEventKind;
  readonly at: Date;
  readonly actor: "key" | "buyer" | "operator" | "clock";
  readonly actorName: string | null;
  readonly requestId: string | null;
  readonly details: OrderEventDetails;
};

/** The unit prices of a line before and after; undefined where they are the same. */
export function priceChange(before: OrderLine, after: OrderLine): Change<WireMoney> | undefined {
  const { minor, currency } = before.unitPrice;
  if (minor === after.unitPrice.minor && currency === after.unitPrice.currency) return undefined;
  return { before: toWireMoney(before.unitPrice), after: toWireMoney(after.unitPrice) };
}
