import type { Html } from "../../html/html.ts";
import { formatAddress } from "../../html/pager.ts";
import { renderTabs } from "../../html/tabs.ts";
import { accountAddress, quoteRequestsPath } from "../addresses.ts";

/** In every state: the list of one account is no list of tasks. */
function quotesOf(account: string): string {
  return formatAddress(quoteRequestsPath, { view: "all", account });
}

/** The pages about an account. */
export function renderAccountTabs(accountId: string, current: "overview" | "people"): Html {
  const own = accountAddress(accountId);
  const tabs = [
    { name: "overview", text: "Overview", href: own },
    { name: "people", text: "People", href: `${own}/people` },
    { name: "keys", text: "Keys", href: `/console/keys?account=${accountId}` },
    { name: "agreement", text: "Agreement", href: `/console/agreements/${accountId}` },
    { name: "orders", text: "Orders", href: `/console/orders?account=${accountId}` },
    { name: "quotes", text: "Quote requests", href: quotesOf(accountId) },
    { name: "requests", text: "Requests", href: `/console/requests?account=${accountId}` },
    { name: "audit", text: "Audit", href: `/console/audit?account=${accountId}` },
  ];
  return renderTabs(
    "Account",
    tabs.map(({ name, text, href }) => ({ text, href, current: name === current })),
  );
}
