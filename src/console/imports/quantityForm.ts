// The fields of a file's form that declare its quantities (decision 153), and how runs read them.
import { parseMoment } from "../../day.ts";
import { renderSelect, renderTextField } from "../../html/field.ts";
import type { FieldFault, FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import type { ImportFile } from "../../importFiles/importFile.ts";
import {
  type StockDeclaration,
  type StockMode,
  type StockTerms,
  stockModes,
} from "../../imports/importRun.ts";
import type { Fields } from "../../site/fields.ts";
import { fileTexts } from "./fileTexts.ts";

const modeWords: Readonly<Record<StockTerms["mode"], string>> = {
  "on-hand": "On hand",
  available: "Available",
  "by vendor": "On hand or available, by vendor",
};

const modeOptions = [
  { value: "on-hand", text: "On hand: includes what is allocated to orders" },
  { value: "available", text: "Available: excludes what is allocated to orders" },
];

/** The mode of a vendor's feeds; undefined if it had none, null if nobody has chosen one. */
export type RememberedMode = StockMode | null | undefined;

function describeDefault({ vendor }: ImportFile, remembered: RememberedMode): string {
  if (vendor === null) return fileTexts.quantities.byVendor;
  if (remembered === null) return fileTexts.quantities.notChosen;
  return remembered === undefined
    ? fileTexts.quantities.newVendor
    : fileTexts.quantities.lastFile(modeWords[remembered]);
}

/** The fields of a file with quantities. */
export function renderQuantityFields(
  state: FormState,
  file: ImportFile,
  remembered: RememberedMode,
): Html | null {
  if (file.kind === "agreement") return null;
  const isUndecided = remembered === null;
  return html`<h2>${fileTexts.quantities.title}</h2>
${renderSelect(state, {
  name: "stock_mode",
  label: fileTexts.quantities.mode,
  options: [{ value: "", text: describeDefault(file, remembered) }, ...modeOptions],
  hint: isUndecided ? fileTexts.quantities.chooseFirst : fileTexts.quantities.savedHint,
})}${renderTextField(state, {
  name: "as_of",
  label: fileTexts.quantities.asOf,
  optional: true,
  maxLength: 40,
  hint: fileTexts.quantities.asOfHint,
})}${renderSelect(state, {
  name: "older_counts",
  label: fileTexts.quantities.older,
  options: [
    { value: "", text: fileTexts.quantities.keepLater },
    { value: "apply", text: fileTexts.quantities.applyOlder },
  ],
})}`;
}

export const quantityFields = ["stock_mode", "as_of", "older_counts"] as const;

/** The texts of the fields. */
export function fillQuantityFields({ stock }: ImportFile): ReadonlyMap<string, string> {
  return new Map([
    ["stock_mode", stock.mode ?? ""],
    ["as_of", stock.asOf?.toISOString() ?? ""],
    ["older_counts", stock.appliesOlder === true ? "apply" : ""],
  ]);
}

type ReadQuantities = {
  readonly stock: StockDeclaration;
  readonly faults: readonly FieldFault[];
};

/** Reads the fields; an unknown mode counts as none. */
export function readQuantityFields(form: Fields, now: Date): ReadQuantities {
  const mode = stockModes.find((known) => known === form.text("stock_mode")) ?? null;
  const text = form.text("as_of").trim();
  const asOf = text === "" ? null : (parseMoment(text) ?? null);
  const stock = { mode, asOf, appliesOlder: form.text("older_counts") === "apply" };
  const refuse = (fault: string) => [
    { field: "as_of", text: fileTexts.quantities.asOfFault(fault) },
  ];
  if (text !== "" && asOf === null) {
    return { stock, faults: refuse(fileTexts.quantities.badTime) };
  }
  const isFuture = asOf !== null && asOf.getTime() > now.getTime();
  return { stock, faults: isFuture ? refuse(fileTexts.quantities.future) : [] };
}

const originWords: Readonly<Record<StockTerms["asOfFrom"], string>> = {
  option: "",
  file: ", from the file",
  upload: ", when the file was received",
};

/** How a run read quantities: "On hand, counted at 21 Nov 2026, 22:00 UTC". */
export function renderStockTerms(terms: StockTerms): Html {
  const { mode, asOf, asOfFrom, appliesOlder, undecided } = terms;
  const isChosen = undecided.length === 0;
  const words = isChosen ? modeWords[mode] : fileTexts.quantities.undecided(modeWords[mode]);
  const counted = fileTexts.quantities.countedAt(words, renderMoment(new Date(asOf)));
  const older = appliesOlder === true ? fileTexts.quantities.appliedOlder : "";
  return html`${counted}${originWords[asOfFrom]}${older}`;
}

/** The declaration of a file in words, for comparing two. */
export function describeDeclaration({ mode, asOf, appliesOlder }: StockDeclaration): string {
  const { usualMode, usualTime, appliedOlder } = fileTexts.quantities;
  const time = asOf?.toISOString() ?? usualTime;
  const older = appliesOlder === true ? appliedOlder : "";
  return `${mode === null ? usualMode : modeWords[mode]}, ${time}${older}`;
}
