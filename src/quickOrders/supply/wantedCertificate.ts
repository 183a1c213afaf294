// Which offers have the certificates that a row asks for. Pure.
import { nameCertificates } from "../../catalog/nameCertificates.ts";
import { groupDigits } from "../../money.ts";

/** Whether an offer has one of the certificates that are asked for, or none is. */
export function hasCertificate(
  { certificate }: { readonly certificate: string | null },
  wanted: string | null,
): boolean {
  if (wanted === null) return true;
  const present = certificate?.split("; ") ?? [];
  return wanted.split("; ").some((code) => present.includes(code));
}

/** The offers with a certificate that is asked for; all of them if none of these can supply it. */
export function preferCertified<O extends { readonly certificate: string | null }>(
  offers: readonly O[],
  wanted: string | null,
  canSupply: (offer: O) => boolean,
): readonly O[] {
  const certified = offers.filter((offer) => hasCertificate(offer, wanted));
  return certified.some(canSupply) ? certified : offers;
}

type Certified = { readonly certificate: string | null };

/**
 * Sentences if a certificate is asked for and not all of these offers have it, which
 * `preferCertified` left because none with it can supply the row; null if the choice is clear.
 * Waiting for one that is `onHold` may be better than another certificate.
 */
export function describeUncertified(
  offers: readonly Certified[],
  { certificate, quantity }: Certified & { readonly quantity: number | null },
  onHold: readonly Certified[],
): string | null {
  if (certificate === null || offers.every((offer) => hasCertificate(offer, certificate))) {
    return null;
  }
  const wanted = nameCertificates(certificate).replaceAll("; ", " or ");
  if (offers.some((offer) => hasCertificate(offer, certificate))) {
    const amount = groupDigits(quantity ?? 1);
    return `No offer with ${wanted} can supply ${amount}.`;
  }
  const codes = new Set(offers.flatMap((offer) => offer.certificate?.split("; ") ?? []));
  const others = [...codes].map(nameCertificates).join(", ");
  const isHeld = onHold.some((offer) => hasCertificate(offer, certificate));
  const held = isHeld ? ` An offer with ${wanted} is on hold.` : "";
  return others === ""
    ? `${wanted} not offered: no certificate is listed.${held}`
    : `${wanted} not offered, only ${others}.${held}`;
}
