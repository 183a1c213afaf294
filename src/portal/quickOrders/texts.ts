import { formatCount, formatCounted } from "../../html/amount.ts";
import { type Content, html } from "../../html/html.ts";

function countRows(rows: number): string {
  return formatCounted(rows, "row");
}

/** The words of quick orders: uploads, lists and their rows, and adding them to drafts. */
export const texts = {
  paste: {
    label: "Paste rows",
  },
  signedOut: {
    sentence: html`<a href="/sign-in" target="_blank">Sign in</a> in a new tab, then
return to this tab and check the rows again.`,
  },
  lists: {
    saved: "Saved lists",
    noneHint: (days: number) =>
      days === 0
        ? "Lists you paste or upload stay here."
        : `Lists you paste or upload stay here for ${formatCounted(days, "day")}.`,
  },
  list: {
    above: "Quick order",
    sentence: (name: string, created: Content) => html`Created by ${name}, ${created}.`,
    progress: (checked: string, rows: string) => `${checked} of ${rows} rows checked`,
    chooseColumns: "Choose other columns",
    urgent: {
      ofList: (line: number) => `Line ${line} says so for the whole list.`,
      ofRows: (rows: Content) => html`Rows: ${rows}`,
      moreRows: (rows: number) => ` and ${formatCount(rows)} more`,
    },
    noQuantities: {
      title: "No column was read as quantities",
      hint: (address: string) =>
        html`<p>The rows have no quantities. If your list has a column of quantities, <a
 href="${address}">choose it</a>.</p>`,
    },
    unreadDates: {
      title: "Dates in your list were not read",
      hint: (address: string) =>
        html`If parts are needed by one of these dates, <a href="${address}">choose its
 column</a>.`,
    },
    none: "No rows",
    noneHint: (address: string) => html`No rows in this state. <a href="${address}">Show
all rows</a>.`,
    noneHere: (address: string) => html`No more rows on this page. <a href="${address}">Show
the other rows</a>.`,
    previous: "Previous",
    next: "Next",
    save: "Save changes",
    saved: "List saved.",
    notSaved: "List removed from saved lists.",
    rowsSaved: "Changes saved. Check the total, then add the rows.",
  },
  quotes: {
    button: (rows: number) => `Request a quote for ${countRows(rows)}`,
    rowButton: "Request quote",
    rowButtonOf: (row: number) => `Request quote for row ${row}`,
    restButton: (rest: string) => `Request quote for ${rest}`,
    restButtonOf: (rest: string, row: number) =>
      `Request quote for ${rest}, the rest of row ${row}`,
    state: "Quote requested",
    requested: (link: Content) => html`Quote requested: ${link}`,
    answered: (link: Content) => html`Quote request answered: ${link}`,
  },
  summary: {
    add: (rows: number, total: string) => `Add ${countRows(rows)}, ${total}`,
  },
  merged: {
    title: (offers: number) => `${formatCounted(offers, "offer")} on several rows`,
    more: (rows: number) => formatCounted(rows, "more row"),
    moreLines: (offers: number) => `${formatCounted(offers, "more offer")}`,
  },
  refusal: {
    checkAgain: "Check the rows and the total, then add them again.",
    changed: (rows: number) => `Nothing added: stock or price of ${countRows(rows)} changed`,
  },
};
