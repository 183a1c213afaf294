import { formatTable } from "../src/kit/shell/printResult.ts";
import type { PageFigures } from "./measurePages.ts";

const maxP95Ms = 100;
const maxBytes = 100_000;

const head = [
  "page",
  "p50 ms",
  "p95 ms",
  "CPU ms",
  "KB",
  "total KB",
  "paint ms",
  "shift",
  "targets",
];

function describeTarget({ p95Ms, transferred, shift }: PageFigures): string {
  const missed = [
    ...(p95Ms < maxP95Ms ? [] : ["p95"]),
    ...(transferred < maxBytes ? [] : ["size"]),
    ...(shift === 0 ? [] : ["shift"]),
  ];
  return missed.length === 0 ? "met" : `missed: ${missed.join(", ")}`;
}

/** Targets: p95 below 100 ms, less than 100 KB in total, and no layout shift. */
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
    describeTarget(figure),
  ]);
  return formatTable(head, rows);
}
