import { formatCounted } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import type { UnmetDemandKind } from "../../requests/unmetDemandQueries.ts";

/** The words of the request log of all accounts, and of the demand that was not met. */
export const texts = {
  tabs: {
    caption: "Requests",
    all: "All requests",
  },
  list: {
    title: "API requests",
    sentence: "API requests of the last 30 days, with their results.",
    account: "Account",
    key: "API key",
    from: "From",
    until: "Until",
    noAccount: "none",
    none: "No requests yet",
    noneHint: (keys: string) => html`Requests with the <a href="${keys}">keys</a> of accounts appear
here within a second and are stored for 30 days.`,
    noMatch: "No matching requests",
    noMatchHint: (all: string) => html`Requests appear within a second and are stored for 30 days.
Enter the name or ID of an account or key, or a complete PO, part number or request ID.
<a href="${all}">All requests</a>`,
  },
  request: {
    title: "Request",
    account: "Account",
    unknownKey: "None: the key is missing or unknown",
    key: "Key",
  },
  unmet: {
    title: (kind: UnmetDemandKind) => `Unmet demand: ${kind}`,
    sentence: (kind: UnmetDemandKind, from: Html, until: Html) =>
      html`Parts that were requested but ${kind}, ${from} to ${until}.`,
    recent: (weeks: number) => `Last ${formatCounted(weeks, "week")}`,
    weekOf: (monday: string) => `Week of ${monday}`,
    thisWeek: (monday: string) => `Week of ${monday}, this week`,
    filters: "Week and account",
    week: "Week",
    account: "Account",
    accounts: "Accounts",
    partNumber: "Part number",
    requested: "Requested",
    requests: "Requests",
    show: "View requests",
    none: "No unmet demand",
    noneHint:
      "A part number counts once per request. New requests appear within two minutes. Enter the " +
      "name or ID of an account to filter.",
    first: (parts: number) => `Showing the first ${parts}.`,
    download: "Download all as CSV",
  },
};
