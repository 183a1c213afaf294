// What an offer says of its part beyond what an order needs, each fact once, in the order of an
// exported file. To add a fact: write its migration, add it here, to `PartDetailsObject`, and name its
// headers in `src/reading/words/headers.ts`. Import, form, history, export, replica, lookups and the
// part pages of both sites follow from this table.

import { storedLimits } from "../kit/contract/limits.ts";
import type { PartDetails } from "../kit/contract/partDetails.ts";
import { readShortCode, shortCode } from "../reading/cellValues.ts";
import { isFileName } from "../reading/looks.ts";
import {
  dropPlaceholder,
  type FeedRow,
  formatSuggestion,
  Refused,
  readCell,
  readDay,
  readNumberText,
  readText,
  refuseCell,
  useForm,
} from "../reading/row.ts";
import { nameCertificates } from "./nameCertificates.ts";

const maxLength = storedLimits.shortTextLength;
const asText = "format the column as text";

function suggestCage(cage: string): string | null {
  const [, found] = /^(?:N?CAGE)?[ :#]*([0-9A-Z]{5})$/.exec(cage) ?? [];
  if (found !== undefined) return formatSuggestion([found]);
  if (!/^\d{1,4}$/.test(cage)) return null;
  const padded = formatSuggestion([cage.padStart(5, "0")]);
  return `a spreadsheet may have dropped leading zeros; ${padded}, and ${asText}`;
}

export function readCage(row: FeedRow): string | null {
  return readCell(row, "cage", { maxLength }, (text) => {
    const cage = dropPlaceholder(row, text)?.toUpperCase() ?? null;
    if (cage === null || /^[0-9A-Z]{5}$/.test(cage)) return cage;
    const whole = readShortCode(cage);
    const isDeclared =
      whole !== undefined && useForm(row, "cage", shortCode.form) === shortCode.meaning;
    if (isDeclared) return whole;
    return new Refused("is not a CAGE code of 5 letters and digits", suggestCage(cage));
  });
}

function suggestNsn(nsn: string): string | null {
  if (/^\d(?:\.\d+)?E\+\d{2}$/i.test(nsn)) return `a spreadsheet rounded it; ${asText}`;
  const digits = nsn.replace(/^NSN[ :#]*/i, "").replace(/[ .-]/g, "");
  if (!/^\d+$/.test(digits)) return null;
  if (digits.length === 9) return "put the four digits of its supply class in front";
  if (digits.length === 12) {
    const padded = formatSuggestion([`0${digits}`]);
    return `a spreadsheet may have dropped a leading zero; ${padded}, and ${asText}`;
  }
  return digits.length === 13 ? formatSuggestion([digits]) : null;
}

function readNsn(row: FeedRow): string | null {
  const nsn = dropPlaceholder(row, readNumberText(row, "nsn", maxLength));
  if (nsn === null) return null;
  if (/^\d{4}-?\d{2}-?\d{3}-?\d{4}$/.test(nsn)) return nsn.replaceAll("-", "");
  return refuseCell(row, "nsn", "is not an NSN of 13 digits", suggestNsn(nsn));
}

/** The 13 digits of a NATO stock number as people write them: "5331-00-123-4567". */
export function formatNsn(nsn: string): string {
  return nsn.replace(/^(\d{4})(\d{2})(\d{3})(\d{4})$/, "$1-$2-$3-$4");
}

/** The certificates of a row as written; the name of a scan says nothing of what it shows. */
function readCertificates(row: FeedRow): string | null {
  const text = dropPlaceholder(row, readText(row, "certificate", maxLength));
  const isFile = text?.split(/[|;,]/).some(isFileName) === true;
  return isFile ? refuseCell(row, "certificate", "is the name of a file, not a certificate") : text;
}

export function readManufacturer(row: FeedRow): string | null {
  return dropPlaceholder(row, readText(row, "manufacturer", maxLength));
}

type OfferFact = {
  readonly column: string;
  readonly property: string;
  readonly type: "text" | "date";
  readonly label: string;
  readonly read: (row: FeedRow) => string | null;
  /** Whether an unreadable cell leaves its row as it is; else it refuses it. */
  readonly isOptional: boolean;
  /** As people read it; absent: as it is stored. */
  readonly show?: (stored: string) => string;
  /** Whether the part pages show it among the details of the part. */
  readonly isDetail?: true;
};

export const offerFacts = [
  {
    column: "manufacturer",
    property: "manufacturer",
    type: "text",
    label: "Manufacturer",
    read: readManufacturer,
    isOptional: true,
    isDetail: true,
  },
  {
    column: "cage",
    property: "cage",
    type: "text",
    label: "CAGE",
    read: readCage,
    isOptional: true,
    isDetail: true,
  },
  {
    column: "nsn",
    property: "nsn",
    type: "text",
    label: "NSN",
    read: readNsn,
    isOptional: true,
    show: formatNsn,
    isDetail: true,
  },
  {
    column: "certificate",
    property: "certificate",
    type: "text",
    label: "Certificate",
    read: readCertificates,
    isOptional: true,
    show: nameCertificates,
  },
  {
    column: "shelf_life_expires",
    property: "shelfLifeExpires",
    type: "date",
    label: "Shelf life ends",
    read: (row) => readDay(row, "shelf_life_expires"),
    isOptional: false,
  },
] as const satisfies readonly OfferFact[];

type Fact = (typeof offerFacts)[number];
export type FactColumn = Fact["column"];
/** The facts of an offer; null: not stated. */
export type OfferFacts = { readonly [One in Fact as One["property"]]: string | null };

const facts: readonly (OfferFact & { readonly column: FactColumn; property: Fact["property"] })[] =
  offerFacts;
export const factColumns = facts.map(({ column }) => column);

/** SQL: the facts of offers `o` by their properties. */
export const selectFacts = facts
  .map(({ column, property }) => `o.${column} as "${property}"`)
  .join(", ");

/** The facts that part pages show of a part. */
export const partDetails = facts.filter(({ isDetail }) => isDetail === true);

/** A fact as people read it, by its column. */
export function showFact(column: string, stored: string): string {
  return facts.find((fact) => fact.column === column)?.show?.(stored) ?? stored;
}

/** The facts of a row, each read by `readOptional` if its row may be without it. */
export function readFacts(
  row: FeedRow,
  readOptional: (read: (row: FeedRow) => string | null, none: null) => string | null,
): OfferFacts {
  const values = facts.map(({ property, read, isOptional }) => {
    return [property, isOptional ? readOptional(read, null) : read(row)];
  });
  return Object.fromEntries(values) as OfferFacts;
}

/** The fields of `PartDetails` that are facts. */
type WireFacts = Pick<PartDetails, Exclude<FactColumn, "certificate"> | "certificates">;

/** The facts of an offer as the API has them. */
export function writeFacts({ certificate, ...offer }: OfferFacts): WireFacts {
  const values = facts.map(({ column, property }) => {
    if (property === "certificate") return ["certificates", certificate?.split("; ") ?? []];
    const stored = offer[property];
    return [column, stored === null ? null : showFact(column, stored)];
  });
  return Object.fromEntries(values) as WireFacts;
}
