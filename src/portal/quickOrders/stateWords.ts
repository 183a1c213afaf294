import type { Meaning } from "../../html/notice.ts";
import type { RowState } from "../../quickOrders/orderList.ts";

export type StateWords = {
  readonly word: string;
  readonly meaning: Meaning;
};

/** The badge of each row state. */
export const stateWords: Readonly<Record<RowState, StateWords>> = {
  waiting: { word: "Checking", meaning: "neutral" },
  ready: { word: "Ready", meaning: "good" },
  ambiguous: { word: "Choose", meaning: "short" },
  not_found: { word: "Not found", meaning: "fault" },
  short: { word: "Not enough stock", meaning: "short" },
  bad_quantity: { word: "Quantity", meaning: "short" },
  not_orderable: { word: "Not for sale", meaning: "fault" },
  unreadable: { word: "Unreadable", meaning: "fault" },
  added: { word: "In a draft", meaning: "neutral" },
};
