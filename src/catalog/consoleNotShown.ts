import type { Html } from "../kit/html/html.ts";
import { renderNotice } from "../kit/html/notice.ts";

/** The notice for a change that the replica does not show yet. */
export function renderNotShown(): Html {
  return renderNotice(
    "neutral",
    "Searches and part pages do not show this change yet.",
    "They usually do within seconds. Reload this page to check.",
  );
}
