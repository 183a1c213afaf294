import type { Html } from "../../html/html.ts";
import { renderTabs } from "../../html/tabs.ts";

export function renderAccountTabs(current: "/account" | "/account/people"): Html {
  const tabs = [
    { href: "/account", text: "You" },
    { href: "/account/people", text: "People" },
  ];
  return renderTabs(
    "Account",
    tabs.map((tab) => ({ ...tab, current: tab.href === current })),
  );
}
