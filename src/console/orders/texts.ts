import { formatCounted } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";

/** The words of the orders of all accounts: the list, an order, and what operators do with it. */
export const texts = {
  list: {
    date: "Date of",
    dates: { created: "Creation", confirmed: "Confirmation", fulfilled: "Fulfilment" },
    sums: (orders: number, amounts: string) => `${formatCounted(orders, "order")}: ${amounts}`,
    tooManyToSum: (orders: string) =>
      `More than ${orders} orders match. Choose a shorter period to see their total.`,
  },
  order: {
    fulfilledBy: "Fulfilled by",
  },
  correction: {
    open: "Correct reference",
    title: "Correct the delivery reference",
    staysFulfilled:
      "The order stays fulfilled, because the buyer may have booked it. If it hasn't shipped " +
      "yet, enter the delivery reference once it has.",
    reference: "Delivery reference",
    referenceName: "the delivery reference",
    hint: "The buyer sees the new reference, and the earlier one in the history.",
    button: "Save reference",
    done: "Reference corrected. The earlier one stays in the history.",
  },
  conflict: {
    changedSince: "The order has changed since you opened it.",
    automatic: "Automatic",
    changedTo: (by: string, state: string, at: Html) =>
      html`${by} changed the order to ${state} on ${at}.`,
    changed: (by: string, at: Html) => html`${by} changed the order on ${at}.`,
    fields: {
      state: "State",
      reference: "Reference",
      reason: "Reason",
    },
  },
};
