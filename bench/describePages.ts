// How the figures of pages are told.
import { formatTable } from "../src/cli/printResult.ts";
import type { PageFigures } from "./measurePages.ts";

const mostP95Ms = 100;
const mostBytes = 100_000;

const head = [
  "page",
  "p50 ms",
  "p95 ms",
  "CPU ms",
  "KB",
  "KB in all",
  "paint ms",
  "shift",
  "targets",
];

function judge({ p95Ms, transferred, shift }: PageFigures): string {
  const missed = [
    ...(p95Ms < mostP95Ms ? [] : ["p95"]),
    ...(transferred < mostBytes ? [] : ["size"]),
    ...(shift === 0 ? [] : ["shift"]),
  ];
  return missed.length === 0 ? "met" : `missed: ${missed.join(", ")}`;
}

/** A table of pages; targets are 100 ms at the 95th of 100, 100 KB in all, and no shift. */
export function describePages(figures: readonly PageFigures[]): string[] {
  const rows = figures.map((figure) => [
    figure.path,
    figure.p50Ms.toFixed(1),
    figure.p95Ms.toFixed(1),
    figure.cpuMs.toFixed(1),
    (figure.bytes / 1000).toFixed(1),
    (figure.transferred / 1000).toFixed(1),
    figure.largestPaintMs.toFixed(0),
    figure.shift.toFixed(3),
    judge(figure),
  ]);
  return formatTable(head, rows);
}
