// The figures of imports as a table.
import type { ImportFigures } from "./measureImports.ts";

function describeLookups(perSecond: number | null, alone: number): string {
  if (perSecond === null) return "";
  return `; ${perSecond.toFixed(0)} lookups a second, ${(perSecond / alone).toFixed(2)} of alone`;
}

/** Lines for people. */
export function describeImports(figures: ImportFigures): string[] {
  const { rows, rawCopySeconds, lookupsAlone, imports } = figures;
  return [
    `${rows} rows; a raw COPY of the file takes ${rawCopySeconds.toFixed(1)} s.`,
    `Lookups of 50 numbers alone, 4 at a time: ${lookupsAlone.toFixed(0)} a second.`,
    ...imports.map(
      ({ name, seconds, peakMb, counts, lookupsPerSecond, faults }) =>
        `${name}: ${seconds.toFixed(1)} s, ${(seconds / rawCopySeconds).toFixed(1)} raw COPYs, ` +
        `${peakMb.toFixed(0)} MB, ${JSON.stringify(counts)}` +
        describeLookups(lookupsPerSecond, lookupsAlone) +
        (faults > 0 ? `, ${faults} failed` : ""),
    ),
  ];
}
