import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { type Messages, renderMessage } from "../../html/notice.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import type { ImportFile } from "../../importFiles/importFile.ts";
import { selectFiles } from "../../importFiles/queries.ts";
import { type RunKind, type RunState, readRunId } from "../../imports/importRun.ts";
import { type ListedRun, selectListedRuns } from "../../imports/runListQueries.ts";
import { catalogManagers, mayUse } from "../../kit/access.ts";
import { answerPage } from "../../site/visit.ts";
import { fileAddress, runAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import {
  formatBytes,
  listCounts,
  nameKind,
  nameSubject,
  renderRunState,
  stateWords,
} from "./stateWords.ts";
import { texts } from "./texts.ts";

const path = "/console/imports";
const maxFiles = 50;

/** The states of each tab. */
const views: ReadonlyMap<RunState, readonly RunState[]> = new Map([
  ["running", ["running"]],
  ["stopped", ["stopped"]],
  ["failed", ["failed", "interrupted"]],
  ["previewed", ["previewed"]],
  ["committed", ["committed"]],
  ["cancelled", ["cancelled"]],
]);
const kinds: readonly RunKind[] = ["catalog", "stock", "agreement"];

type RunPageFilter = { readonly state: RunState | null; readonly kind: RunKind | null };

function describeProgress({ progress, counts, state }: ListedRun): string {
  const counted = listCounts(counts);
  if (progress === null) {
    return state === "committed" || counted === ""
      ? counted
      : `Nothing changed; in the file: ${counted}`;
  }
  return `${formatCount(progress.rows)} rows, ${progress.step}`;
}

function renderRuns(runs: readonly ListedRun[]): Html {
  const noFile = html`<span class="quiet">none</span>`;
  const nameFile = ({ fileName }: ListedRun) => fileName ?? noFile;
  const nameChanged = ({ vendor, vendors, accountName }: ListedRun) =>
    nameSubject(vendor, vendors, accountName);
  return renderRows("Imports, newest first", runs, [
    {
      title: "Run",
      kind: "words",
      cell: ({ runId }) => {
        const text = `Run ${runId}`;
        return html`<a class="unbroken" href="${runAddress(runId)}">${text}</a>`;
      },
    },
    {
      title: "Type",
      kind: "words",
      titled: true,
      cell: ({ kind, mode }) => nameKind(kind, mode),
    },
    { title: "File", kind: "text", cell: nameFile },
    { title: "Vendor or account", kind: "text", titled: true, cell: nameChanged },
    {
      title: "State",
      kind: "words",
      corner: true,
      cell: ({ state }) => renderRunState(state),
    },
    { title: "Result", kind: "text", titled: true, cell: describeProgress },
    { title: "By", kind: "text", titled: true, cell: ({ startedBy }) => startedBy },
    {
      title: "Started",
      kind: "words",
      titled: true,
      cell: ({ startedAt }) => renderAge(startedAt),
    },
  ]);
}

function renderFiles(files: readonly ImportFile[], days: number): Html | null {
  if (files.length === 0) return null;
  const link = ({ fileId, fileName }: ImportFile) =>
    html`<a href="${fileAddress(fileId)}">${fileName}</a>`;
  const nameOwner = ({ vendor, accountName }: ImportFile) => nameSubject(vendor, null, accountName);
  const table = renderRows(texts.uploaded.title, files, [
    { title: "File", kind: "text", cell: link },
    {
      title: "Type",
      kind: "words",
      titled: true,
      cell: ({ kind, mode }) => nameKind(kind, mode),
    },
    { title: "Vendor or account", kind: "text", titled: true, cell: nameOwner },
    { title: "Size", kind: "number", cell: ({ fileBytes }) => formatBytes(fileBytes) },
    { title: "Uploaded by", kind: "text", titled: true, cell: ({ sentBy }) => sentBy },
    {
      title: "Uploaded",
      kind: "words",
      titled: true,
      cell: ({ sentAt }) => renderAge(sentAt),
    },
  ]);
  const until = html`<span>${texts.uploaded.hint(days)}</span>`;
  return renderCard({ title: texts.uploaded.title, beside: until, body: table });
}

function renderKinds(shown: RunPageFilter): Html {
  return renderTabs(
    "Types",
    [null, ...kinds].map((kind) => ({
      href: formatAddress(path, { ...shown, kind }),
      text: kind === null ? "All types" : texts.kinds[kind],
      current: shown.kind === kind,
    })),
  );
}

function renderStates(shown: RunPageFilter): Html {
  return renderTabs(
    "States",
    [null, ...views.keys()].map((state) => ({
      href: formatAddress(path, { ...shown, state }),
      text: state === null ? "All" : stateWords[state][1],
      current: shown.state === state,
    })),
  );
}

const none = renderEmptyState(
  "No matching imports",
  html`<p>Import catalog, stock or agreement files. Every file is checked before it changes anything, and an import can be reverted. Imports from the command line are shown here too.</p>`,
);

const messages: Messages = { discarded: "File discarded." };

export const showRuns: Handler = async ({ db, importFileDays }, visit) => {
  const { query, signedIn } = visit;
  const shown: RunPageFilter = {
    state: [...views.keys()].find((state) => state === query.text("state")) ?? null,
    kind: kinds.find((kind) => kind === query.text("kind")) ?? null,
  };
  const before = readRunId(query.text("before")) ?? null;
  const filter = { kind: shown.kind, states: (shown.state && views.get(shown.state)) ?? [] };
  const isBare = shown.state === null && shown.kind === null && before === null;
  const [found, files] = await Promise.all([
    selectListedRuns(db, filter, { before, limit: pageSize + 1 }),
    isBare ? selectFiles(db, maxFiles) : [],
  ]);
  const { rows: runs, pager } = paginate(found, {
    after: before,
    keyOf: ({ runId }) => runId,
    addressOf: (before) => formatAddress(path, { ...shown, before }),
  });
  const list = runs.length === 0 ? none : html`${renderRuns(runs)}${pager}`;
  const values = html`<p><a href="${`${path}/values`}">Saved values</a> of
vendors' files</p>\n`;
  const mayImport = mayUse(catalogManagers, signedIn);
  return answerPage({
    title: texts.list.title,
    sentence: "Catalog, stock and agreement files, and what they changed.",
    ...(mayImport && { primary: renderButtonLink(`${path}/new`, "Import file", "primary") }),
    body: html`${[
      renderMessage(messages, query.text("done"), null),
      renderFiles(files, importFileDays),
      renderStates(shown),
      renderKinds(shown),
      list,
      values,
    ]}`,
  });
};
