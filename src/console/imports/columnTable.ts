// The table that maps the headers of a file to columns, each with its reason and sample values.
import { zeroPriceColumn } from "../../catalog/readListPrice.ts";
import { renderCellField, renderCellSelect, renderCheckbox } from "../../html/field.ts";
import type { FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderRows } from "../../html/table.ts";
import type { ColumnRule } from "../../imports/feedColumns.ts";
import type { ColumnGuess, ColumnSample } from "../../imports/layout/guessColumns.ts";
import { nameHeaders, pricePerColumn } from "../../reading/header.ts";
import { fileTexts } from "./fileTexts.ts";
import { columnField, fixedField, leftOut, type ReadHeader } from "./mappingForm.ts";

const maxHeaderLength = 40;

export function shorten(header: string): string {
  const isLong = header.length > maxHeaderLength;
  return isLong ? `${header.slice(0, maxHeaderLength)}…` : header;
}

function renderRequirement({ required, filledBy }: ColumnRule): Html | null {
  if (required === false) return null;
  const word =
    required === "either"
      ? fileTexts.columns.oneOf
      : filledBy === undefined
        ? fileTexts.columns.required
        : fileTexts.columns.requiredOr(filledBy);
  return html` <span class="quiet">${word}</span>`;
}

function joinValues({ values }: ColumnSample): string {
  return values.map(shorten).join(" · ");
}

function describeCandidate(sample: ColumnSample): string {
  return `“${shorten(sample.header)}” (${joinValues(sample)})`;
}

/** Why a column is where it is, or what to decide. */
function describeReason(rule: ColumnRule, guess: ColumnGuess | undefined, read: ReadHeader) {
  const { name, filledBy } = rule;
  const { places, fixed } = read.placed;
  if (guess?.certainty === "unclear") {
    const question = guess.candidates.map(describeCandidate).join(fileTexts.columns.or);
    return fileTexts.columns.unclear(guess.reason, question);
  }
  if (guess?.certainty === "likely") return fileTexts.columns.likely(guess.reason);
  if (guess !== undefined && guess.reason !== "") return guess.reason;
  if (filledBy !== undefined && places.has(filledBy)) return fileTexts.columns.filledFrom(filledBy);
  if (name === "price" && fixed.get(name) === "") return fileTexts.columns.noPrices;
  const isFromPrices = ["currency", pricePerColumn].includes(name);
  const found = isFromPrices ? fixed.get(name) : undefined;
  return found === undefined ? "" : fileTexts.columns.fromPrices(found);
}

type ShownColumns = {
  readonly read: ReadHeader;
  readonly state: FormState;
  readonly mayImport: boolean;
  /** The id of the form that the fields belong to. */
  readonly form: string;
};

export function renderColumns({ read, state, mayImport, form }: ShownColumns): Html {
  const { rules, header, placed, guesses } = read;
  const names = nameHeaders(header.cells);
  const headers = header.cells.flatMap((cell, place) => {
    const hasValues = cell.trim() !== "" || read.rows.some(({ cells }) => cells[place] !== "");
    return hasValues ? [{ value: String(place), text: shorten(names[place] ?? cell) }] : [];
  });
  const guessOf = ({ name }: ColumnRule) => guesses.find((guess) => guess.name === name);
  const describePlace = (name: string): string => {
    const place = placed.places.get(name);
    const isMapped = state.value(columnField(name)) !== "";
    if (isMapped || place === undefined)
      return isMapped ? fileTexts.columns.isDefault : fileTexts.columns.missing;
    return shorten(names[place] ?? "");
  };
  const choose = (rule: ColumnRule): Html | string => {
    const { name } = rule;
    if (!mayImport) return describePlace(name);
    const own = { value: "", text: describePlace(name) };
    const field = { name: columnField(name), label: fileTexts.columns.headerOf(name) };
    const none = { value: leftOut, text: fileTexts.columns.leaveOut };
    const isThere = (guessOf(rule)?.certainty ?? "missing") !== "missing";
    const options = isThere ? [own, ...headers, none] : [own, ...headers];
    return renderCellSelect(state, { ...field, options });
  };
  const enterFixed = ({ name }: ColumnRule): Html | string => {
    const field = fixedField(name);
    if (!mayImport) return state.value(field);
    if (name === zeroPriceColumn) {
      return renderCheckbox(state, { name: field, label: fileTexts.columns.free });
    }
    const label = fileTexts.columns.defaultFor(name);
    return renderCellField(state, { name: field, label, width: 14, maxLength: 200, form });
  };
  const nameColumn = (rule: ColumnRule): Html => html`${rule.name}${renderRequirement(rule)}`;
  const renderSample = (rule: ColumnRule): Html => {
    const sample = guessOf(rule)?.sample ?? null;
    return html`<span class="quiet">${sample === null ? "" : joinValues(sample)}</span>`;
  };
  const renderReason = (rule: ColumnRule): Html =>
    html`<span class="quiet">${describeReason(rule, guessOf(rule), read)}</span>`;
  return renderRows(fileTexts.columns.title, rules, [
    { title: fileTexts.columns.column, kind: "code", cell: nameColumn },
    { title: fileTexts.columns.header, kind: "words", titled: true, cell: choose },
    { title: fileTexts.columns.fixed, kind: "words", titled: true, cell: enterFixed },
    { title: fileTexts.columns.values, kind: "prose", cell: renderSample },
    { title: fileTexts.columns.reason, kind: "prose", cell: renderReason },
  ]);
}
