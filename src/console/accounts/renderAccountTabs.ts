import type { Html } from "../../html/html.ts";
import { formatAddress } from "../../html/pager.ts";
import { renderTabs } from "../../html/tabs.ts";
import { accountAddress, quoteRequestsPath } from "../addresses.ts";
import { texts } from "./texts.ts";

/** In every state: the list of one account is no list of tasks. */
function quotesOf(account: string): string {
  return formatAddress(quoteRequestsPath, { view: "all", account });
}

/** The pages about an account. */
export function renderAccountTabs(accountId: string, current: "overview" | "people"): Html {
  const own = accountAddress(accountId);
  const tabs = [
    { name: "overview", text: texts.tabs.overview, href: own },
    { name: "people", text: texts.tabs.people, href: `${own}/people` },
    { name: "keys", text: texts.tabs.keys, href: `/console/keys?account=${accountId}` },
    { name: "agreement", text: texts.tabs.agreement, href: `/console/agreements/${accountId}` },
    { name: "orders", text: texts.tabs.orders, href: `/console/orders?account=${accountId}` },
    { name: "quotes", text: texts.tabs.quotes, href: quotesOf(accountId) },
    { name: "requests", text: texts.tabs.requests, href: `/console/requests?account=${accountId}` },
    { name: "audit", text: texts.tabs.audit, href: `/console/audit?account=${accountId}` },
  ];
  return renderTabs(
    texts.tabs.title,
    tabs.map(({ name, text, href }) => ({ text, href, current: name === current })),
  );
}
