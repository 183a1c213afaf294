/** Returns how to find the value below which a share of some values lie; 0 if there are none. */
export function sortForPercentiles(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((one, other) => one - other);
  return (share) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}
