import type { ImportFigures } from "./measureImports.ts";

function describeLookups(perSecond: number | null, alone: number): string {
  if (perSecond === null) return "";
  const share = (perSecond / alone).toFixed(2);
  return `; ${perSecond.toFixed(0)} lookups per second, ${share} of the rate without import`;
}

export function describeImports(figures: ImportFigures): string[] {
  const { rows, rawCopySeconds, lookupsAlone, imports } = figures;
  return [
    `${rows} rows. A raw COPY of the file takes ${rawCopySeconds.toFixed(1)} s.`,
    `Lookups of 50 numbers, 4 concurrent, no import: ${lookupsAlone.toFixed(0)} per second.`,
    ...imports.map(
      ({ name, seconds, peakMb, counts, lookupsPerSecond, faults }) =>
        `${name}: ${seconds.toFixed(1)} s, ${(seconds / rawCopySeconds).toFixed(1)} raw COPYs, ` +
        `${peakMb.toFixed(0)} MB, ${JSON.stringify(counts)}` +
        describeLookups(lookupsPerSecond, lookupsAlone) +
        (faults > 0 ? `, ${faults} failed` : ""),
    ),
  ];
}
