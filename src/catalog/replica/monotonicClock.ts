/** Milliseconds of the system's monotonic clock, which all its processes share. */
export function readMonotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
