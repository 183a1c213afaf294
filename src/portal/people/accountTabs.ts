// The two pages of an account: oneself, and the people of the account.
import type { Html } from "../../html/html.ts";
import { writeTabs } from "../../html/tabs.ts";

/** The tabs, the one of `current` marked. */
export function writeAccountTabs(current: "/account" | "/account/people"): Html {
  const tabs = [
    { href: "/account", text: "You" },
    { href: "/account/people", text: "People" },
  ];
  return writeTabs(
    "Account",
    tabs.map((tab) => ({ ...tab, current: tab.href === current })),
  );
}
