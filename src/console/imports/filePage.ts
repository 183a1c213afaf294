// The second step of an import: the columns of a file as its header has them, told anew where it
// does not say it, with the first rows beside them.
import { renderDefinitions } from "../../html/definitions.ts";
import { renderCellField, renderCellSelect, renderSelect } from "../../html/field.ts";
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
import { renderTable } from "../../html/table.ts";
import { hasSubject, type ImportFile } from "../../importFiles/importFile.ts";
import type { ColumnRule } from "../../imports/feedColumns.ts";
import type { FileRun } from "../../imports/runListQueries.ts";
import type { SitePage } from "../../site/visit.ts";
import { columnField, fixedField, type ReadHeader } from "./mappingForm.ts";
import { formatBytes, nameKind, nameSubject, renderRunState } from "./stateWords.ts";

const sampled = 3;
const longestHeader = 40;

const forVendor = " The columns are kept for the vendor's next file.";
const keptWords: Readonly<Record<ImportFile["kind"], string>> = {
  catalog: forVendor,
  stock: forVendor,
  agreement: " The columns are kept for the account's next file.",
};

/** All that the page shows. `notice` stands before the form. */
export type FilePageFacts = {
  readonly file: ImportFile;
  /** What was made of it so far, the latest first. */
  readonly runs: readonly FileRun[];
  /** Null where the file cannot be read. */
  readonly read: ReadHeader | null;
  readonly state: FormState;
  readonly notice: Html | null;
  /** Whether who looks may change anything. */
  readonly mayImport: boolean;
};

function shorten(header: string): string {
  const isLong = header.length > longestHeader;
  return isLong ? `${header.slice(0, longestHeader)}…` : header;
}

function nameNeed({ required }: ColumnRule): Html | null {
  if (required === false) return null;
  const word = required === "either" ? "one of these" : "needed";
  return html` <span class="quiet">${word}</span>`;
}

function renderColumns({ read, state, mayImport }: FilePageFacts, form: string): Html {
  if (read === null) return html``;
  const { rules, header, rows, placed } = read;
  const headers = header.cells.flatMap((cell, place) =>
    cell.trim() === "" ? [] : [{ value: String(place), text: shorten(cell) }],
  );
  const sample = (place: number | undefined): string =>
    place === undefined
      ? ""
      : rows
          .slice(0, sampled)
          .map(({ cells }) => cells[place] ?? "")
          .filter((cell) => cell !== "")
          .map(shorten)
          .join(" · ");
  const nameFound = (name: string): string => {
    const place = placed.places.get(name);
    const isTold = state.value(columnField(name)) !== "";
    if (isTold || place === undefined) return isTold ? "As the header says" : "Not in the file";
    return shorten(header.cells[place] ?? "");
  };
  const choose = (name: string): Html | string => {
    if (!mayImport) return nameFound(name);
    const own = { value: "", text: nameFound(name) };
    const field = { name: columnField(name), label: `Header of ${name}` };
    return renderCellSelect(state, { ...field, options: [own, ...headers] });
  };
  const tell = (name: string): Html | string => {
    if (!mayImport) return state.value(fixedField(name));
    const label = `${name} of rows that have none`;
    return renderCellField(state, {
      name: fixedField(name),
      label,
      width: 14,
      maxLength: 200,
      form,
    });
  };
  return renderTable({
    caption: "Columns",
    columns: [
      { title: "Column", kind: "code" },
      { title: "Header in the file", kind: "words", titled: true },
      { title: "For rows that have none", kind: "words", titled: true },
      { title: "First rows", kind: "prose" },
    ],
    rows: rules.map((rule) => ({
      cells: [
        html`${rule.name}${nameNeed(rule)}`,
        choose(rule.name),
        tell(rule.name),
        html`<span class="quiet">${sample(placed.places.get(rule.name))}</span>`,
      ],
    })),
  });
}

function renderHeaderLine({ file, read, mayImport }: FilePageFacts): Html | null {
  const head = file.head ?? [];
  if (read === null || head.length < 2 || !mayImport) return null;
  const options = head.slice(0, 20).map(({ line, cells }) => ({
    value: String(line),
    text: `Line ${line}: ${shorten(cells.filter((cell) => cell !== "").join(", "))}`,
  }));
  const state = freshForm({ header: String(read.header.line) });
  return html`<form class="filters" action="/console/imports/files/${file.fileId}"
 aria-label="Header">
${renderSelect(state, { name: "header", label: "The header is", options })}
<button class="button plain">Read it there</button>
</form>
`;
}

function renderFaultsOfHeader({ file, read }: FilePageFacts): Html | null {
  if (read === null || read.placed.faults.length === 0) return null;
  const { likelyLine, placed } = read;
  const link = `/console/imports/files/${file.fileId}?header=${likelyLine}`;
  const hint =
    likelyLine === null
      ? html`<p>Choose below which header each missing column is, or what its value is.</p>`
      : html`<p>Line ${likelyLine} looks like the header. <a href="${link}">Read it there</a>.</p>`;
  return renderNotice(
    "short",
    `Line ${read.header.line} does not say all that is needed`,
    html`<p>${placed.faults.join(" ")}</p>\n${hint}`,
  );
}

function renderForms(shown: FilePageFacts): Html | null {
  const { file, read, state, mayImport } = shown;
  if (read === null) return null;
  const { ignored } = read.placed;
  const unread =
    ignored.length === 0
      ? null
      : html`<p class="quiet">Not read: ${ignored.map(shorten).join(", ")}</p>\n`;
  if (!mayImport) return html`<h2>Columns</h2>\n${renderColumns(shown, "")}${unread}`;
  const action = `/console/imports/files/${file.fileId}/check`;
  return html`<h2>Columns</h2>
${renderFaultsOfHeader(shown)}${renderHeaderLine(shown)}<form class="form wide" id="mapping"
 method="post" action="${action}" data-once>
<input type="hidden" name="version" value="${file.version}">
<input type="hidden" name="header" value="${read.header.line}">
${renderFaults(state)}${renderColumns(shown, "mapping")}${unread}${renderActions(
  renderButton({ text: "Check the file", kind: "primary" }),
)}<p class="hint">A check changes nothing. It says what the import would do, and which rows it would
refuse.${hasSubject(file) ? keptWords[file.kind] : null}</p>
</form>
`;
}

function renderUnread({ file, read, mayImport }: FilePageFacts): Html | null {
  if (file.unreadable !== null) {
    const remedy = html`<p>Discard it, mend it and send it again.</p>`;
    return renderNotice("fault", `The file cannot be read: ${file.unreadable}`, remedy);
  }
  if (read !== null) return null;
  const again = renderForm({
    action: `/console/imports/files/${file.fileId}/inspect`,
    body: renderButton({ text: "Look at it again", kind: "primary" }),
  });
  return renderNotice("short", "The file was not looked at to its end.", mayImport ? again : null);
}

function renderRuns(runs: readonly FileRun[]): Html | null {
  if (runs.length === 0) return null;
  const points = runs.map(
    ({ runId, isDry, state, startedAt }) =>
      html`<li><a href="/console/imports/${runId}">${isDry ? "Check" : "Import"}, run ${runId}</a>
${renderRunState(state)} ${renderMoment(startedAt)}</li>\n`,
  );
  return html`<h2>So far</h2>
<ul>
${points}</ul>
`;
}

/** The page of a file that waits. */
export function renderFilePage(shown: FilePageFacts): SitePage {
  const { file, notice, mayImport } = shown;
  const discard = renderQuestion(
    "Discard the file",
    "Discard this file? Nothing of it was imported.",
    renderForm({
      action: `/console/imports/files/${file.fileId}/discard`,
      body: renderButton({ text: "Discard it", kind: "danger" }),
    }),
  );
  return {
    title: file.fileName,
    above: { href: "/console/imports", text: "Imports" },
    sentence: "Step 2 of 4: its columns. Nothing is imported yet.",
    body: html`${notice}${renderUnread(shown)}${renderDefinitions([
      { term: "What", value: nameKind(file.kind, file.mode) },
      { term: "Of", value: nameSubject(file.vendor, null, file.accountName) },
      { term: "Size", value: formatBytes(file.fileBytes) },
      { term: "Sent", value: html`${renderMoment(file.sentAt)} by ${file.sentBy}` },
    ])}${renderRuns(shown.runs)}${renderForms(shown)}${mayImport ? discard : null}`,
  };
}
