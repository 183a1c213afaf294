import { formatCounted } from "../../html/amount.ts";
import type { UnmetDemandKind } from "../../requests/unmetDemandQueries.ts";

/** The words of the request log of all accounts, and of the demand that was not met. */
export const texts = {
  list: {
    title: "API requests",
  },
  unmet: {
    title: (kind: UnmetDemandKind) => `Unmet demand: ${kind}`,
    recent: (weeks: number) => `Last ${formatCounted(weeks, "week")}`,
  },
};
