// The nouns of quick order: a list of parts somebody sent, its rows, and the ways a row can be
// read. A row is one line of what was sent, under the number it had there.
import type { AccountId } from "../accounts/account.ts";
import type { Currency } from "../money.ts";
import type { UserId } from "../signIn/signedIn.ts";

declare const listIdBrand: unique symbol;

export type ListId = string & { readonly [listIdBrand]: true };

/** The states of a row, in the order they are shown (decision 93). */
export const rowStates = [
  /** Not checked yet. */
  "waiting",
  "ready",
  /** It can be read, or filled, in several ways: one is to be chosen. */
  "ambiguous",
  "not_found",
  "short",
  "bad_quantity",
  "not_orderable",
  /** It has no part number, or cells that cannot be what they stand for. */
  "unreadable",
  /** It stands in an order. */
  "added",
] as const;
export type RowState = (typeof rowStates)[number];

/** One way to read a row. Without a `quantity`, `quantityFault` says why, unless none was given. */
export type RowReading = {
  readonly partNumber: string;
  /** As written. */
  readonly quantityText: string;
  readonly quantity: number | null;
  /** A sentence. */
  readonly quantityFault: string | null;
  readonly condition: string | null;
};

/** A row as it was read: in at least one way, or in none, and then `fault` says why. */
export type ReadRow = {
  /** The line it begins on, from 1. */
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly readings: readonly RowReading[];
  readonly fault: string | null;
};

/**
 * The columns of a list: their headers and where the three that are read stand. Where there is no
 * column of quantities, a number and its quantity stand in one cell.
 */
export type ListColumns = {
  readonly headers: readonly string[];
  readonly numberColumn: number;
  readonly quantityColumn: number | null;
  readonly conditionColumn: number | null;
};

/** What was sent, read: the rows come in batches and can be taken once. */
export type ReadList = {
  readonly columns: ListColumns;
  readonly batches: AsyncIterable<readonly ReadRow[]> | Iterable<readonly ReadRow[]>;
};

/** A list as it stands; `version` grows with every change of its rows. */
export type OrderList = {
  readonly listId: ListId;
  readonly accountId: AccountId;
  readonly madeBy: { readonly userId: UserId; readonly name: string };
  readonly name: string;
  readonly columns: ListColumns;
  readonly version: number;
  readonly createdAt: Date;
};

/** How the rows of a list stand: how many in each state, and what the ready ones come to. */
export type ListSummary = {
  readonly rows: number;
  /** Of the rows, for showing progress: rows that are looked at twice count half at a time. */
  readonly checked: number;
  readonly states: Readonly<Record<RowState, number>>;
  readonly totals: readonly { readonly minor: bigint; readonly currency: Currency }[];
};
