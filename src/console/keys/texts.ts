// The words of the pages about keys.
import { formatCountTo } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { countedRefusals } from "../../requests/queries.ts";

const ends = { revoked: "was revoked", replaced: "was replaced", expired: "expired" } as const;

export const texts = {
  stillUsed: {
    title: (count: number, end: keyof typeof ends) =>
      count === 1
        ? `1 request refused since the key ${ends[end]}.`
        : `${formatCountTo(countedRefusals, count)} requests refused since the key ${ends[end]}.`,
    text: (last: Html, href: string) =>
      html`The last one ${last}: a system still sends this key and needs a new one.
<a href="${href}">View requests</a>`,
  },
};
