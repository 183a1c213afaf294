// What a buyer asked for with a line: facts beside the remark, how the ordered offer differs from
// them, and their words. Pure.
import { nameCertificates } from "../catalog/nameCertificates.ts";
import { groupDigits } from "../kit/money.ts";

/** What of a list was not read, as it was written there. */
export type Unread = {
  readonly condition?: string;
  readonly certificate?: string;
  readonly day?: string;
};

/** Null or empty: not said. */
export type Requested = {
  /** The part number as it was listed, if another one is ordered. */
  readonly partNumber: string | null;
  /** As asked, in its own unit, if something else is ordered. */
  readonly quantity: number | null;
  readonly unit: string | null;
  /** Any of these is enough. */
  readonly conditions: readonly string[];
  /** Codes, as in offers; any of these is enough. */
  readonly certificates: readonly string[];
  readonly unread: Unread;
};

export const nothingRequested: Requested = {
  partNumber: null,
  quantity: null,
  unit: null,
  conditions: [],
  certificates: [],
  unread: {},
};

/** What a new order of the same part requests, too. */
export function pickLasting({ unread, ...requested }: Requested): Requested {
  const { day, ...lasting } = unread;
  return { ...requested, quantity: null, unit: null, unread: lasting };
}

/** The certificates of an offer, or wanted ones, as they are stored. */
export function splitCertificates(stored: string | null): readonly string[] {
  return stored?.split("; ") ?? [];
}

type Offered = { readonly condition: string; readonly certificate: string | null };

function wantsOtherCondition(
  { conditions, unread }: Requested,
  { condition }: Pick<Offered, "condition">,
): boolean {
  const isOther = conditions.length > 0 && !conditions.includes(condition);
  return isOther || unread.condition !== undefined;
}

/** The wanted certificates that an offer lacks, by their names; null if it has what is enough. */
export function findMissingCertificate(
  { certificates, unread }: Requested,
  { certificate }: Pick<Offered, "certificate">,
): string | null {
  const offered = splitCertificates(certificate);
  const isEnough = certificates.length === 0 || certificates.some((one) => offered.includes(one));
  const names = isEnough ? [] : certificates.map(nameCertificates).join(" or ");
  // One that is not known cannot be compared.
  const missing = [names, unread.certificate ?? []].flat();
  return missing.length === 0 ? null : missing.join(", ");
}

/** As an event has it; what is not known is missing. */
type Had = { readonly condition?: string; readonly certificate?: string };

/** What a line asks for that is ordered from another offer: what it had, unless it asked for more. */
export function requestAgain(requested: Requested, had: Had, offer: Offered): Requested {
  const { conditions, certificates } = requested;
  const offered = splitCertificates(offer.certificate);
  const lost = splitCertificates(had.certificate ?? null).filter((one) => !offered.includes(one));
  return {
    ...pickLasting(requested),
    conditions: conditions.length > 0 ? conditions : [had.condition ?? []].flat(),
    certificates: certificates.length > 0 ? certificates : lost,
  };
}

export type RequestKind = "number" | "quantity" | "condition" | "certificate" | "day";

/** `isOther`: the line does not have it. */
export type RequestedFact = {
  readonly kind: RequestKind;
  readonly text: string;
  readonly isOther: boolean;
};

function writeAsked(quantity: number, unit: string | null): string {
  return `Asked: ${[groupDigits(quantity), unit ?? []].flat().join(" ")}`;
}

/** A line, or what is known of it. */
export type AskedLine = Offered & {
  readonly requested: Requested;
  readonly quantity: number;
  readonly unitOfMeasure: string;
};

/** What was asked for, as far as the line does not show it, each fact once. */
export function listRequested(line: AskedLine): readonly RequestedFact[] {
  const { partNumber, quantity, unit, conditions, unread } = line.requested;
  const isOrdered = quantity === line.quantity && unit === line.unitOfMeasure;
  const isOnlyCondition = conditions.length === 1 && conditions[0] === line.condition;
  const known = isOnlyCondition ? [] : [conditions.join(" or ")];
  const wanted = [...known, unread.condition ?? ""].filter((one) => one !== "").join(", ");
  const missing = findMissingCertificate(line.requested, line);
  const facts: readonly (RequestedFact | null)[] = [
    partNumber === null ? null : { kind: "number", text: `Listed as ${partNumber}`, isOther: true },
    quantity === null || isOrdered
      ? null
      : { kind: "quantity", text: writeAsked(quantity, unit), isOther: true },
    wanted === ""
      ? null
      : {
          kind: "condition",
          text: `Wants: ${wanted}`,
          isOther: wantsOtherCondition(line.requested, line),
        },
    missing === null ? null : { kind: "certificate", text: `Wants: ${missing}`, isOther: true },
    unread.day === undefined
      ? null
      : { kind: "day", text: `Needed by: ${unread.day}`, isOther: true },
  ];
  return facts.filter((one) => one !== null);
}

/** The same as texts, for documents and files. */
export function writeRequested(line: AskedLine): readonly string[] {
  return listRequested(line).map(({ text }) => text);
}
