// Why ready rows were not added to a draft, in words.
import { limits } from "../../contract/limits.ts";
import { formatCount } from "../../html/amount.ts";
import type { AddRefusal } from "../../quickOrders/addReadyRows.ts";

/** What happened, and what to do about it. */
export type RefusalWords = { readonly title: string; readonly remedy: string };

const again = "Look at the rows and the total below, and add them again.";

/** The words for each refusal. */
export function describeAddRefusal(refusal: AddRefusal): RefusalWords {
  switch (refusal.outcome) {
    case "changed": {
      const rows = refusal.rows === 1 ? "1 row" : `${formatCount(refusal.rows)} rows`;
      const title = `Nothing was added: stock or price of ${rows} has changed`;
      return { title, remedy: again };
    }
    case "stale":
      return { title: "Nothing was added: somebody changed this list meanwhile", remedy: again };
    case "checking":
      return { title: "Nothing was added: rows are still being checked", remedy: "Wait a moment." };
    case "nothing":
      return { title: "Nothing was added: no row is ready", remedy: "Mend rows, then add them." };
    case "busy":
      return { title: "Nothing was added: the draft is in use", remedy: "Try again in a moment." };
    case "no draft":
      return {
        title: "Nothing was added: that order is not a draft any more",
        remedy: "Add the rows to another draft, or to a new one.",
      };
    case "several currencies":
      return {
        title: "Nothing was added: a draft has one currency, and these rows have several",
        remedy: "Add them to new drafts.",
      };
    case "unbounded":
      return {
        title: `Nothing was added: a draft has at most ${limits.orderLines} lines`,
        remedy: "Add the rows to new drafts.",
      };
    case "refused": {
      const message = refusal.lines[0]?.faults[0]?.message ?? "A line cannot be ordered so.";
      return {
        title: "Nothing was added: the draft cannot take these rows",
        remedy: `${message} Add them to a new draft, or change the rows.`,
      };
    }
  }
}
