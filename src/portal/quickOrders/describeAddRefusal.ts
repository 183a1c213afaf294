import { limits } from "../../contract/limits.ts";
import { formatCount } from "../../html/amount.ts";
import type { AddRefusal } from "../../quickOrders/addReadyRows.ts";

/** What happened, and what to do. */
export type RefusalWords = { readonly title: string; readonly remedy: string };

const again = "Check the rows and the total, then add them again.";

export function describeAddRefusal(refusal: AddRefusal): RefusalWords {
  switch (refusal.outcome) {
    case "changed": {
      const rows = refusal.rows === 1 ? "1 row" : `${formatCount(refusal.rows)} rows`;
      const title = `Nothing added: stock or price of ${rows} changed`;
      return { title, remedy: again };
    }
    case "stale":
      return { title: "Nothing added: someone changed this list in the meantime", remedy: again };
    case "checking":
      return { title: "Nothing added: rows are still being checked", remedy: "Wait a moment." };
    case "nothing":
      return { title: "Nothing added: no row is ready", remedy: "Fix rows, then add them." };
    case "busy":
      return { title: "Nothing added: the draft is in use", remedy: "Try again in a moment." };
    case "no draft":
      return {
        title: "Nothing added: that order is no longer a draft",
        remedy: "Add the rows to another draft or a new one.",
      };
    case "several currencies":
      return {
        title: "Nothing added: a draft has one currency, but these rows have several",
        remedy: "Add them to new drafts.",
      };
    case "outside limits":
      return {
        title: `Nothing added: a draft can have up to ${limits.orderLines} lines`,
        remedy: "Add the rows to new drafts.",
      };
    case "refused": {
      const message = refusal.lines[0]?.faults[0]?.message ?? "A line can't be ordered.";
      return {
        title: "Nothing added: the draft can't take these rows",
        remedy: `${message} Add them to a new draft, or change the rows.`,
      };
    }
  }
}
