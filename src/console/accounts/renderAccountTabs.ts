import type { Html } from "../../html/html.ts";
import { renderTabs } from "../../html/tabs.ts";
import { accountAddress } from "../addresses.ts";

/** The pages about an account. */
export function renderAccountTabs(accountId: string, current: "Overview" | "People"): Html {
  const own = accountAddress(accountId);
  const tabs = [
    { text: "Overview", href: own },
    { text: "People", href: `${own}/people` },
    { text: "Keys", href: `/console/keys?account=${accountId}` },
    { text: "Agreement", href: `/console/agreements/${accountId}` },
    { text: "Orders", href: `/console/orders?account=${accountId}` },
    { text: "Requests", href: `/console/requests?account=${accountId}` },
    { text: "Audit", href: `/console/audit?account=${accountId}` },
  ];
  return renderTabs(
    "Account",
    tabs.map((tab) => ({ ...tab, current: tab.text === current })),
  );
}
