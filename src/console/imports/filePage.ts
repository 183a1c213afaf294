// The second step of an import: which header of the file each column is, with sample rows.

import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderSelect } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { hasSubject, type ImportFile } from "../../importFiles/importFile.ts";
import { mayBeRow } from "../../imports/layout/findHeader.ts";
import type { FileRun } from "../../imports/runListQueries.ts";
import type { SitePage } from "../../site/visit.ts";
import { fileAddress, runAddress, valuesAddress } from "../addresses.ts";
import { renderColumns, shorten } from "./columnTable.ts";
import { fileTexts } from "./fileTexts.ts";
import { noPricesField, type ReadHeader } from "./mappingForm.ts";
import { type RememberedMode, renderQuantityFields } from "./quantityForm.ts";
import { formatBytes, nameKind, nameSubject, renderRunState } from "./stateWords.ts";
import { texts } from "./texts.ts";

/** `notice` is above the form. */
export type FilePageFacts = {
  readonly file: ImportFile;
  /** Runs of the file, latest first. */
  readonly runs: readonly FileRun[];
  /** Null if the file cannot be read. */
  readonly read: ReadHeader | null;
  readonly state: FormState;
  readonly notice: Html | null;
  readonly mayImport: boolean;
  readonly remembered: RememberedMode;
};

const mappingForm = "mapping";

/** Sends the form of the columns, so that what was typed there is kept. */
function renderPlaceChoice(
  { fileId }: ImportFile,
  state: FormState,
  choice: { readonly name: "sheet" | "line"; readonly label: string; readonly button: string },
  options: readonly { readonly value: string; readonly text: string }[],
): Html {
  const { name, label, button } = choice;
  return html`<div class="filters" role="group" aria-label="${label}">
${[
  renderSelect(state, { name: `to_${name}`, label, options, form: mappingForm }),
  renderButton({
    text: button,
    form: mappingForm,
    action: fileAddress(fileId, "/header"),
    name: "change",
    value: name,
  }),
]}</div>
`;
}

/** The choice of the sheet, and of the line of the header. */
function renderHeaderLine({ file, read, mayImport }: FilePageFacts): Html | null {
  if (read === null || (file.head ?? []).length < 2 || !mayImport) return null;
  const { records, sheets } = read;
  const lines = records.slice(0, 20).map(({ line, cells }) => ({
    value: String(line),
    text: fileTexts.header.lineOf(line, shorten(cells.filter((cell) => cell !== "").join(", "))),
  }));
  const shown = { to_line: String(read.header.line), to_sheet: read.sheet ?? "" };
  const state = freshForm(shown);
  const names = sheets.map((name) => ({ value: name, text: name }));
  const sheet = {
    name: "sheet",
    label: fileTexts.header.sheet,
    button: fileTexts.header.changeSheet,
  } as const;
  const line = {
    name: "line",
    label: fileTexts.header.line,
    button: fileTexts.header.changeLine,
  } as const;
  return html`${[
    names.length < 2 ? null : renderPlaceChoice(file, state, sheet, names),
    renderPlaceChoice(file, state, line, lines),
  ]}`;
}

function renderHiddenSheet({ sheet }: ReadHeader): Html | null {
  return sheet === undefined
    ? null
    : html`<input type="hidden" name="sheet" value="${sheet}">
`;
}

function renderUnpriced(state: FormState): Html | null {
  return state.value(noPricesField) === ""
    ? null
    : html`<input type="hidden" name="${noPricesField}" value="1">
`;
}

function renderSheetQuestion({ file, read, mayImport }: FilePageFacts): Html | null {
  if (read === null) return null;
  const links = read.sheets.map((name) => {
    const link = fileAddress(file.fileId, `?sheet=${encodeURIComponent(name)}`);
    return html`<li><a href="${link}">${name}</a></li>\n`;
  });
  const choice = mayImport ? html`<ul>\n${links}</ul>` : html``;
  return renderNotice("short", fileTexts.header.severalSheets, choice);
}

/** The lines above the header, which are not imported. */
function renderTitles({ read }: FilePageFacts): Html | null {
  const [first] = read?.above ?? [];
  if (read === null || first === undefined) return null;
  const { above, header } = read;
  const mayBe = above.find((record) => mayBeRow(record, header));
  const title =
    mayBe === undefined
      ? fileTexts.header.above(header.line)
      : fileTexts.header.mayBeRow(mayBe.line);
  const shown = (mayBe === undefined ? above : [mayBe]).slice(0, 3);
  const rows = shown.map(({ cells }) => shorten(cells.filter((cell) => cell !== "").join(", ")));
  return renderNotice(mayBe === undefined ? "neutral" : "short", title, rows.join(" · "));
}

/** Checks the file with all prices on request, by one click. */
function renderNoPrices({ fileId }: ImportFile): Html {
  return renderButton({
    text: fileTexts.columns.noPrices,
    form: mappingForm,
    action: fileAddress(fileId, "/check"),
    name: noPricesField,
    value: "1",
  });
}

function renderHeaderFaults({ file, read }: FilePageFacts): Html | null {
  if (read === null || read.placed.faults.length === 0) return null;
  const { likelyLine, placed, rules } = read;
  const needsPrice = rules.some(({ name, required }) => name === "price" && required === true);
  const isUnpriced = needsPrice && !placed.places.has("price") && !placed.fixed.has("price");
  const link = fileAddress(file.fileId, `?header=${likelyLine}`);
  const hint =
    likelyLine === null
      ? html`<p>${fileTexts.header.choose}</p>`
      : html`<p><a href="${link}">${fileTexts.header.use(likelyLine)}</a></p>`;
  return renderNotice(
    "short",
    fileTexts.header.lacks(read.header.line),
    html`<p>${placed.faults.join(" ")}</p>\n${hint}${isUnpriced ? renderNoPrices(file) : null}`,
  );
}

function renderForms(shown: FilePageFacts): Html | null {
  const { file, read, state, mayImport } = shown;
  if (read === null) return null;
  const { ignored } = read.placed;
  const unread =
    ignored.length === 0
      ? null
      : html`<p class="quiet">${fileTexts.columns.ignored(ignored.map(shorten).join(", "))}</p>\n`;
  const columns = { read, state, mayImport };
  if (read.isSheetUnclear) return renderSheetQuestion(shown);
  if (!mayImport) {
    return renderCard({
      title: fileTexts.columns.title,
      body: html`${renderColumns({ ...columns, form: "" })}${unread}`,
    });
  }
  const action = fileAddress(file.fileId, "/check");
  const notices = html`${renderHeaderFaults(shown)}${renderTitles(shown)}`;
  const table = renderColumns({ ...columns, form: mappingForm });
  const saved = hasSubject(file) ? ` ${fileTexts.columnsSaved[file.kind]}` : null;
  return renderCard({
    title: fileTexts.columns.title,
    body: html`${notices}${renderHeaderLine(shown)}<form class="form wide" id="${mappingForm}"
 method="post" action="${action}" data-once>
<input type="hidden" name="version" value="${file.version}">
<input type="hidden" name="header" value="${read.header.line}">
${renderHiddenSheet(read)}${renderUnpriced(state)}${renderFaults(state)}${table}${unread}${renderQuantityFields(
  state,
  file,
  shown.remembered,
)}${renderActions(
  renderButton({ text: fileTexts.file.checkButton, kind: "primary" }),
)}<p class="hint">${fileTexts.file.checkHint}${saved}</p>
</form>
`,
  });
}

function renderUnread({ file, read, mayImport }: FilePageFacts): Html | null {
  if (file.unreadable !== null) {
    const remedy = html`<p>${fileTexts.file.unreadableHint}</p>`;
    return renderNotice("fault", fileTexts.file.unreadable(file.unreadable), remedy);
  }
  if (read !== null) return null;
  const again = renderForm({
    action: fileAddress(file.fileId, "/inspect"),
    body: renderButton({ text: fileTexts.file.inspect, kind: "primary" }),
  });
  return renderNotice("short", fileTexts.file.notInspected, mayImport ? again : null);
}

function nameRun(isDry: boolean, runId: number): string {
  return isDry ? fileTexts.file.check(runId) : fileTexts.file.import(runId);
}

function renderRuns(runs: readonly FileRun[]): Html | null {
  if (runs.length === 0) return null;
  const points = runs.map(
    ({ runId, isDry, state, startedAt }) =>
      html`<li><a href="${runAddress(runId)}">${nameRun(isDry, runId)}</a>
${renderRunState(state)} ${renderMoment(startedAt)}</li>\n`,
  );
  return renderCard({
    title: fileTexts.file.runs,
    body: html`<ul>
${points}</ul>
`,
  });
}

function linkValues(vendor: string): Html {
  return html`<a href="${valuesAddress(vendor)}">${fileTexts.file.valuesOf(vendor)}</a>`;
}

export function renderFilePage(shown: FilePageFacts): SitePage {
  const { file, notice, mayImport } = shown;
  const discard = renderQuestion(
    fileTexts.file.discard,
    fileTexts.file.discardQuestion,
    renderForm({
      action: fileAddress(file.fileId, "/discard"),
      body: renderButton({ text: fileTexts.file.discard, kind: "danger" }),
    }),
  );
  return {
    title: file.fileName,
    above: { href: "/console/imports", text: texts.list.title },
    sentence: fileTexts.file.sentence,
    body: html`${notice}${renderUnread(shown)}${renderDefinitions([
      { term: fileTexts.file.kind, value: nameKind(file.kind, file.mode) },
      { term: fileTexts.file.subject, value: nameSubject(file.vendor, null, file.accountName) },
      { term: fileTexts.file.values, value: file.vendor && linkValues(file.vendor) },
      { term: fileTexts.file.size, value: formatBytes(file.fileBytes) },
      {
        term: fileTexts.file.uploaded,
        value: fileTexts.file.uploadedBy(renderMoment(file.sentAt), file.sentBy),
      },
    ])}${renderRuns(shown.runs)}${renderForms(shown)}${mayImport ? discard : null}`,
  };
}
