import type { ImportFigures } from "./measureImports.ts";

function describeLookups(perSecond: number | null, baseline: number): string {
  if (perSecond === null) return "";
  const share = (perSecond / baseline).toFixed(2);
  return `; ${perSecond.toFixed(0)} lookups per second, ${share} of the rate without import`;
}

export function describeImports(figures: ImportFigures): string[] {
  const { rows, rawCopySeconds, lookupBaseline, imports } = figures;
  return [
    `${rows} rows. A raw COPY of the file takes ${rawCopySeconds.toFixed(1)} s.`,
    `Lookups of 50 numbers, 4 concurrent, no import: ${lookupBaseline.toFixed(0)} per second.`,
    ...imports.map(
      ({ name, seconds, peakMb, counts, lookupsPerSecond, faults }) =>
        `${name}: ${seconds.toFixed(1)} s, ${(seconds / rawCopySeconds).toFixed(1)} raw COPYs, ` +
        `${peakMb.toFixed(0)} MB, ${JSON.stringify(counts)}` +
        describeLookups(lookupsPerSecond, lookupBaseline) +
        (faults > 0 ? `, ${faults} failed` : ""),
    ),
  ];
}
