// The nouns of quick orders: an uploaded list of parts, its rows, and the ways a row can be read. A
// row is one line of the upload, with its original number.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Money } from "../kit/money.ts";
import type { Price } from "../kit/price.ts";
import type { LineInstructions } from "../orders/lineInstructions.ts";
import type { OrderId, OrderStatus } from "../orders/order.ts";
import type { Unread } from "../orders/requested.ts";
import type { LineTexts } from "../reading/line.ts";
import type { Urgency } from "../reading/urgency.ts";
import type { UserId } from "../signIn/signedIn.ts";

declare const listIdBrand: unique symbol;

export type ListId = string & { readonly [listIdBrand]: true };

/** The states of a row, in display order. */
export const rowStates = [
  /** Not checked yet. */
  "waiting",
  "ready",
  /** Several offers match; the buyer has to choose one. */
  "ambiguous",
  "not_found",
  /** It is offered, but in no requested condition. */
  "other_condition",
  "short",
  "bad_quantity",
  "not_orderable",
  /** The account has no price for it (decision 152). */
  "on_request",
  /** It has no part number, or an invalid cell. */
  "unreadable",
  /** It is in an order. */
  "added",
] as const;
export type RowState = (typeof rowStates)[number];

/** One way to read a row. `quantityFault` explains an invalid quantity; both null: none given. */
export type RowReading = {
  readonly partNumber: string;
  /** As typed. */
  readonly quantityText: string;
  readonly quantity: number | null;
  /** A sentence. */
  readonly quantityFault: string | null;
  /** The codes of the conditions that are accepted, best first: "NE / OH"; null: any. */
  readonly condition: string | null;
  /** The codes of the certificates that are asked for, as in offers. */
  readonly certificate: string | null;
};

/** What a row says beside its part, quantity, condition and certificate. */
export type RowInstructions = Pick<LineInstructions, "remark" | "neededBy"> & {
  readonly unread: Unread;
};

/** A row with its possible readings, the most likely first; if there is none, `fault` says why. */
export type ReadRow = {
  /** Its first line, from 1. */
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly readings: readonly RowReading[];
  readonly fault: string | null;
  readonly instructions: RowInstructions;
  /** What a row without readings says, as far as it was recognized. */
  readonly recognized: LineTexts | null;
  /** What it is if the catalog has no such part number. */
  readonly mayBe?: "remark" | "total" | undefined;
};

/** The day of a row, as all rows of its list show it. */
export type LateInstructions = Omit<RowInstructions, "remark"> & Pick<ReadRow, "rowNumber">;

/** What was asked for, before it was reduced or rounded, or converted to another unit. */
export type AskedQuantity = {
  readonly askedQuantity: number | null;
  readonly requestedQuantity: number | null;
  readonly requestedUnit: string | null;
};

/** The result of the check of a row; only ready rows have prices. */
export type RowResult = {
  readonly rowNumber: number;
  readonly state: RowState;
  readonly offerId: OfferId | null;
  readonly unitPrice: Price | null;
  readonly lineTotal: Money | null;
  /** One or more sentences. A ready row has one only if its offer was chosen for the buyer. */
  readonly reason: string | null;
  /** A quantity with which the row can be ordered, if there is one to offer. */
  readonly nearestQuantity: number | null;
  readonly suggestions: readonly string[];
};

/** A row of a list: what was written, what was read, and the result of its check. */
export type ListRow = Omit<RowReading, "partNumber"> &
  RowInstructions &
  AskedQuantity &
  RowResult & {
    readonly cells: readonly string[];
    readonly partNumber: string | null;
    readonly partNumberKey: string | null;
    /** The part number before the first change of the row. */
    readonly listed: string | null;
    /** The offer that a person chose. */
    readonly chosenOfferId: OfferId | null;
    /** What a change made of it: a sentence. */
    readonly note: string | null;
    readonly orderId: OrderId | null;
    readonly orderNumber: string | null;
    readonly orderStatus: OrderStatus | null;
  };

/** Whether only a person can say that a row means the part that it names. */
export function isPartInDoubt({ state, offerId }: Pick<RowResult, "state" | "offerId">): boolean {
  return state === "ambiguous" && offerId !== null;
}

/**
 * The columns of a list: their headers and the positions of the three that are read. Without a
 * quantity column, part number and quantity share one cell.
 */
export type ListColumns = {
  readonly headers: readonly string[];
  readonly numberColumn: number;
  readonly quantityColumn: number | null;
  readonly conditionColumn: number | null;
};

/** Where a list says how urgent it is. `isRow`: only this row is, else the list. */
export type UrgentLine = {
  readonly line: number;
  readonly urgency: Urgency;
  readonly isRow: boolean;
};

/** A parsed upload. Its rows can be iterated once, in batches. */
export type ReadList = {
  readonly columns: ListColumns;
  /** What was left out and which columns a person chose; complete after the last batch. */
  readonly notes: () => readonly string[];
  /** Where the list says that it is urgent; complete after the last batch. */
  readonly urgent: () => readonly UrgentLine[];
  /** Adds a row to what was left out. */
  readonly leaveOut: (row: ReadRow, kind: "total" | "remark") => void;
  /** The rows whose day only the other rows made clear; complete after the last batch. */
  readonly listLate: () => readonly LateInstructions[];
  readonly batches: AsyncIterable<readonly ReadRow[]> | Iterable<readonly ReadRow[]>;
};

/** An uploaded list; `version` increases with every change of its rows. */
export type OrderList = {
  readonly listId: ListId;
  readonly accountId: AccountId;
  readonly madeBy: { readonly userId: UserId; readonly name: string };
  readonly name: string;
  readonly columns: ListColumns;
  /** It has no rows until a person chooses its columns. */
  readonly isUnclear: boolean;
  /** Saved lists are not deleted by age. */
  readonly isSaved: boolean;
  /** Sentences on what was left out of the upload. */
  readonly notes: readonly string[];
  readonly urgent: readonly UrgentLine[];
  readonly version: number;
  readonly createdAt: Date;
};

/** The number of rows in each state, what they need, and the totals of the ready rows. */
export type ListSummary = {
  readonly rows: number;
  readonly states: Readonly<Record<RowState, number>>;
  /** Of these, the rows for which a quote is requested and not answered yet. */
  readonly requested: Readonly<Record<RowState, number>>;
  /** Rows that need a quote and for which none was requested. */
  readonly toQuote: number;
  readonly totals: readonly Money[];
};
