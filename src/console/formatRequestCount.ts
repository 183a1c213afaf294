import { formatCount } from "../html/amount.ts";

/** "1 request", "12,345 requests". */
export function formatRequestCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "request" : "requests"}`;
}
