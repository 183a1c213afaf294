// What values in the files of vendors mean, as operators have declared it.
import { nameCertificates } from "../catalog/nameCertificates.ts";
import { offerStatuses } from "../catalog/offer.ts";
import type { CatalogCodes } from "../catalog/readOfferRecord.ts";
import { canMean, proposeMeaning } from "../catalog/valueMeaning.ts";
import { runAddress } from "../home/consoleAddresses.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { type Option, renderCellField, renderCellSelect } from "../kit/html/field.ts";
import { type FieldFault, type FormState, renderForm } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { type CellColumn, renderRows } from "../kit/html/table.ts";
import { parseCurrency } from "../kit/money.ts";
import type { Fields } from "../kit/site/fields.ts";
import { isWordForm, listReadings, priceColumns, shortCode } from "../reading/cellValues.ts";
import { numberMeaning, thousandsMeaning } from "../reading/number.ts";
import { nameColumn } from "./consoleRuns.ts";
import { type Correction, readMapping } from "./rows/columns.ts";
import type { RefusedValue } from "./rows/refusals.ts";
import type { ImportRun } from "./run.ts";
import { canBeCommitted } from "./startRun.ts";

const emptyWords: ReadonlyMap<string, string> = new Map([
  ["price", "Price on request"],
  ["shelf_life_expires", "No date"],
]);

type Translation = {
  readonly written: string;
  readonly column: string;
  readonly meaning: string;
  readonly certificate?: string;
};

/** What the words around a number mean; undefined if a value is no such form. */
function describeWords({ column, written, meaning }: Translation): string | undefined {
  if (!isWordForm(column, written)) return undefined;
  if (meaning === numberMeaning)
    return priceColumns.has(column) ? "The price, without the word" : "The number";
  return meaning === "0" ? "0, because it is unknown" : undefined;
}

/** What a value is read as: a code, a number, or what an empty cell means. */
function describeMeaning(translation: Translation): string {
  const { column, meaning, certificate } = translation;
  const isPrice = priceColumns.has(column);
  if (certificate !== undefined) return `${meaning}, certificate ${nameCertificates(certificate)}`;
  const words = describeWords(translation);
  if (words !== undefined) return words;
  if (meaning === thousandsMeaning) return `Thousands: ${isPrice ? "1250" : "5000"}`;
  if (/^#[.,]###$/.test(meaning)) return `Decimals: ${isPrice ? "1.25" : "5"}`;
  if (column === "cage" && meaning === shortCode.meaning) return "Add the zeros: 5606 is 05606";
  if (column === "price_per") return meaning === "1" ? "1 unit sold" : `${meaning} units sold`;
  return meaning === "" ? (emptyWords.get(column) ?? "Empty") : meaning;
}

/** The columns of a table of values: as written, in which column, and read as what. */
export const valueColumns: readonly CellColumn<Translation>[] = [
  { title: "Value", kind: "code", cell: ({ written }) => written },
  { title: "Column", kind: "words", titled: true, cell: ({ column }) => nameColumn(column) },
  {
    title: "Read as",
    kind: "words",
    titled: true,
    cell: describeMeaning,
  },
];

// The values that refused rows have, with what they probably mean: accepting that checks the file
// again.

const maxShown = 30;

/** A refused value with the field that says what it means. */
type ShownValue = Omit<RefusedValue, "proposed"> & {
  readonly field: string;
  /** The meanings to choose from; null if it is typed. */
  readonly choices: readonly string[] | null;
  readonly proposed: string | undefined;
};

/** Before a chosen meaning, which may be empty: a field without it is not answered. */
const chosenMark = "=";

function listChoices(codes: CatalogCodes, { column, written }: RefusedValue) {
  const forms = listReadings(column, written);
  if (forms.length > 0) return forms;
  if (column === "condition") return [...codes.conditions.known];
  if (column === "unit_of_measure") return [...codes.unitsOfMeasure].sort();
  if (column === "status") return offerStatuses;
  if (column === "price_per") return ["1", "10", "100", "1000"];
  if (column === "zero_price_is_free") return ["yes", "no"];
  const isWord = proposeMeaning(codes, column, written) === "" || /^[^$€£¥]{4,}$/u.test(written);
  if (column === "price" && isWord) return [""];
  return column === "shelf_life_expires" ? [""] : null;
}

/** Whether an operator can correct values of a run's file and check it again. */
export function hasCorrections(run: ImportRun): boolean {
  const isOffers = run.kind !== "agreement" && canBeCommitted(run);
  return isOffers && (run.report?.refusedValues ?? []).length > 0;
}

/** The currency that was chosen for all rows of a run. */
function currencyOf({ mapping }: ImportRun): string | undefined {
  return readMapping(mapping).fixed.get("currency");
}

/** Whether a sign would mean another currency than the one that was chosen. */
function isOtherCurrency(run: ImportRun, { column, written, meaning }: Correction): boolean {
  const chosen = parseCurrency(currencyOf(run)?.toUpperCase() ?? "");
  const meant = parseCurrency(meaning.toUpperCase());
  const isSign = column === "price" && listReadings(column, written).length === 0;
  return isSign && chosen !== undefined && meant !== undefined && meant !== chosen;
}

function listShown(run: ImportRun, codes: CatalogCodes): readonly ShownValue[] {
  const { report } = run;
  const values = (report?.refusedValues ?? []).slice(0, maxShown).map((value, index) => ({
    ...value,
    field: `meaning-${index}`,
    choices: listChoices(codes, value),
    proposed: value.proposed ?? proposeMeaning(codes, value.column, value.written, currencyOf(run)),
  }));
  return [...Map.groupBy(values, ({ column }) => column).values()].flat();
}

/** A value with cells that have it, and what its meaning does not say. */
function renderValue({ column, written, rows, examples = [] }: ShownValue): Html {
  const codes =
    rows === 1 ? "1 code has lost its zeros" : `${formatCount(rows)} codes have lost their zeros`;
  const question = column === "cage" ? `${codes}. Add them? ` : "";
  const packs = "The number is not read. Quantity and price count in the unit you choose.";
  const isPack = column === "unit_of_measure" && /\d/.test(written);
  const note =
    examples.length > 0 ? `${question}Such as ${examples.join("; ")}` : isPack ? packs : null;
  return html`<code>${written}</code>${note && html`<br><span class="quiet">${note}</span>`}`;
}

function renderMeaning(state: FormState, { column, written, field, choices }: ShownValue): Html {
  const label = `What ${nameColumn(column)} ${written} means`;
  if (choices === null)
    return renderCellField(state, { name: field, label, width: 12, maxLength: 60 });
  const options = choices.map(
    (meaning): Option => ({
      value: `${chosenMark}${meaning}`,
      text: describeMeaning({ column, written, meaning }),
    }),
  );
  const open = isWordForm(column, written) ? "Leave these rows out" : "Choose";
  return renderCellSelect(state, {
    name: field,
    label,
    options: [{ value: "", text: open }, ...options],
  });
}

/** The proposals, unless the form was refused. */
function fill(state: FormState, values: readonly ShownValue[]): FormState {
  const proposals = new Map(
    values.flatMap(({ field, choices, proposed }) => {
      if (proposed === undefined) return [];
      return [[field, choices === null ? proposed : `${chosenMark}${proposed}`] as const];
    }),
  );
  const isTyped = values.some(({ field }) => state.value(field) !== "");
  return isTyped ? state : { ...state, value: (name) => proposals.get(name) ?? state.value(name) };
}

/** The form of the values of a run that its operator can correct. */
export function renderCorrections(run: ImportRun, codes: CatalogCodes, given: FormState): Html {
  const { runId, vendor, accountId, report } = run;
  const values = listShown(run, codes);
  const state = fill(given, values);
  const all = report?.refusedValues?.length ?? 0;
  const shown =
    all <= maxShown ? null : ` Showing the first ${maxShown} of ${formatCount(all)} values.`;
  const saved =
    vendor === null && accountId === null
      ? "Corrections apply to this file only. To save them, choose the vendor when you upload."
      : "Corrections are saved for the next file with this header.";
  const table = renderRows("Values to correct", values, [
    { title: "Value", kind: "text", cell: renderValue },
    {
      title: "Column",
      kind: "words",
      titled: true,
      cell: ({ column }) => nameColumn(column),
    },
    { title: "Rows", kind: "number", cell: ({ rows }) => formatCount(rows) },
    {
      title: "Means",
      kind: "words",
      titled: true,
      cell: (value) => renderMeaning(state, value),
    },
  ]);
  return renderCard({
    title: "Values to correct",
    body: html`<p>These values are unknown, so their rows are refused; a CAGE code is left empty. Check what each one means. What you leave open stays as it is. ${saved}${shown}</p>
${renderForm({
  action: runAddress(runId, "/values"),
  label: "Values to correct",
  body: table,
  button: { text: "Accept these corrections" },
})}`,
  });
}

/** Reads the corrections of a form; what it leaves open is left out. */
export function readCorrections(
  form: Fields,
  run: ImportRun,
  codes: CatalogCodes,
): { readonly corrections: readonly Correction[]; readonly faults: readonly FieldFault[] } {
  const typed = listShown(run, codes).flatMap((value) => {
    const text = form.text(value.field).trim();
    if (text === "") return [];
    const isChosen = value.choices !== null && text.startsWith(chosenMark);
    const meaning = isChosen ? text.slice(chosenMark.length) : text;
    return [{ ...value, meaning }];
  });
  const faults = typed.flatMap((value): FieldFault[] => {
    const { column, written, field } = value;
    if (isOtherCurrency(run, value))
      return [
        {
          field,
          text: `${written} can't mean another currency: ${currencyOf(run)} was chosen for the file.`,
        },
      ];
    if (canMean(codes, column, value)) return [];
    return [{ field, text: `${nameColumn(column)} ${written}: enter a valid value.` }];
  });
  const corrections = typed.map(({ column, written, meaning }) => ({ column, written, meaning }));
  if (corrections.length > 0) return { corrections, faults };
  return { corrections, faults: [{ field: "", text: "Choose a meaning for at least one value." }] };
}
