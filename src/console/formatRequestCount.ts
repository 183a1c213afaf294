// How often something called, in words.
import { formatCount } from "../html/amount.ts";

/** "1 call", "12,345 calls". */
export function formatRequestCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "call" : "calls"}`;
}
