import { formatCount, formatCounted } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";

const countOrders = (count: number): string => formatCounted(count, "order");

/** The words of the reports. */
export const texts = {
  title: "Reports",
  sentence: (account: Html | null) =>
    account === null
      ? "Value of confirmed orders, by the day of their confirmation."
      : html`Value of the confirmed orders of ${account}, by the day of their confirmation.`,
  filters: "Period",
  from: "From",
  until: "Until",
  reversed: "“Until” is before “From”. Choose a later day, or an earlier “From”.",
  per: "Per",
  steps: { day: "Day", week: "Week", month: "Month" },
  stepFrom: { day: "Day", week: "Week from", month: "Month from" },
  account: "Account",
  show: "Show",
  cut: (days: number) => `A report covers at most ${days} days. The start is later than you chose.`,
  included: (fulfilled: number, open: number, cancelled: number) =>
    `${countOrders(fulfilled + open)}: ${formatCount(fulfilled)} fulfilled, ` +
    `${formatCount(open)} to fulfil. Not included: ` +
    `${formatCount(cancelled)} cancelled after confirmation, drafts and expired drafts.`,
  /** In a currency. */
  value: (currency: string) => `Order value, ${currency}`,
  sum: (amount: string, orders: number) => `${amount}, ${countOrders(orders)}.`,
  series: "Value",
  none: "No confirmed orders in this period",
  noneHint: "Choose a longer period or another account.",
  fulfilment: "Time to fulfil",
  fulfilled: "Orders fulfilled in this period",
  median: "Half were fulfilled within",
  p90: "90% were fulfilled within",
  hours: (count: string) => `${count} h`,
  days: (count: string) => `${count} days`,
  accounts: "Accounts by value",
  parts: "Parts by value",
  part: "Part",
  partTitle: "Description",
  orders: "Orders",
  amount: "Value",
  best: (count: number) => `The first ${count} per currency. The file has all.`,
  download: "CSV",
  downloadOf: (title: string) => `${title}: CSV`,
  downloadSteps: (href: string) => html`<a href="${href}">Download the values as CSV</a>`,
};
