import { formatCounted } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import type { UnmetDemandKind } from "../../requests/unmetDemandQueries.ts";

/** The words of the request log of all accounts, and of the demand that was not met. */
export const texts = {
  list: {
    title: "API requests",
    noneHint: (keys: string) => html`Requests with the <a href="${keys}">keys</a> of accounts appear
here within a second and are stored for 30 days.`,
    noMatchHint: (all: string) => html`Requests appear within a second and are stored for 30 days.
Enter the name or ID of an account or key, or a complete PO, part number or request ID.
<a href="${all}">All requests</a>`,
  },
  unmet: {
    title: (kind: UnmetDemandKind) => `Unmet demand: ${kind}`,
    sentence: (kind: UnmetDemandKind, from: Html, until: Html) =>
      html`Parts that were requested but ${kind}, ${from} to ${until}.`,
    recent: (weeks: number) => `Last ${formatCounted(weeks, "week")}`,
    weekOf: (monday: string) => `Week of ${monday}`,
    thisWeek: (monday: string) => `Week of ${monday}, this week`,
    first: (parts: number) => `Showing the first ${parts}.`,
  },
};
