// The place of a request in a distributed trace, by W3C Trace Context.
import { randomBytes } from "node:crypto";

/** A request as traces name it: lowercase hex, 32 digits for the trace and 16 for the span. */
export type TraceContext = {
  readonly traceId: string;
  readonly spanId: string;
  /** The eight flags; the first says that the caller records the trace. */
  readonly flags: number;
};

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads the header of the caller. An invalid header is ignored, as the specification demands; a
 * later version is read as far as this one knows it.
 */
export function parseTraceparent(header: string): TraceContext | undefined {
  const [, version, traceId, spanId, flags, more] = shape.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** Of the flags only `sampled` and `random` have a meaning that this version knows. */
const knownFlags = 0b11;

export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${(flags & knownFlags).toString(16).padStart(2, "0")}`;
}

/** Puts a request under the span of its caller. */
export function createChild(parent: TraceContext): TraceContext {
  return { ...parent, spanId: randomBytes(8).toString("hex") };
}
