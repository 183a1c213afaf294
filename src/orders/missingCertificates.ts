// Compares the certificates that a line's remark requests with those of its offer (decision 239).
// Pure.
import { readCertificates } from "../catalog/nameCertificates.ts";
import { listRemarkParts } from "./lineInstructions.ts";

const start = /^certificate requested(?: for [\d,]+)?: /i;

/** Before certificates of which any is enough, joined by "or", in a remark. */
export const certificateRequested = "Certificate requested: ";

/** A requested certificate that an offer does not list; `offered` is null if it lists none. */
export type MissingCertificate = {
  readonly wanted: string;
  readonly offered: string | null;
  /** The remark without what is missing. */
  readonly remark: string | null;
};

/** Null if nothing was requested, or if the offer lists it. */
export function findMissingCertificate(
  remark: string | null,
  certificate: string | null,
): MissingCertificate | null {
  const offered = certificate === null ? [] : readCertificates(certificate);
  const names = new Set(
    offered.flatMap(({ name, short }) => [name.toLowerCase(), short.toLowerCase()]),
  );
  const missing = listRemarkParts(remark).filter((part) => {
    const any = part.replace(start, "").toLowerCase().split(" or ");
    return start.test(part) && !any.some((name) => names.has(name));
  });
  if (missing.length === 0) return null;
  const left = remark?.split("; ").filter((part) => !missing.includes(part)) ?? [];
  return {
    wanted: missing.map((part) => part.replace(start, "")).join(", "),
    offered: offered.length === 0 ? null : offered.map(({ short }) => short).join(", "),
    remark: left.length === 0 ? null : left.join("; "),
  };
}
