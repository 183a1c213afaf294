import { formatCount, formatCounted } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage } from "../../html/notice.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import type { ImportFile } from "../../importFiles/importFile.ts";
import { selectFiles } from "../../importFiles/queries.ts";
import { type RunKind, type RunState, readRunId } from "../../imports/importRun.ts";
import { type ListedRun, selectListedRuns } from "../../imports/runListQueries.ts";
import { answerPage } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { fileAddress, runAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import {
  formatBytes,
  kindWords,
  listCounts,
  nameKind,
  nameSubject,
  renderRunState,
  stateWords,
} from "./stateWords.ts";

const path = "/console/imports";
const maxFiles = 50;

/** The states of each tab. */
const views: Readonly<Record<string, readonly RunState[]>> = {
  running: ["running"],
  stopped: ["stopped"],
  failed: ["failed", "interrupted"],
  previewed: ["previewed"],
  committed: ["committed"],
  cancelled: ["cancelled"],
};

type RunPageFilter = { readonly state: string | null; readonly kind: RunKind | null };

function describeProgress({ progress, counts }: ListedRun): string {
  if (progress === null) return listCounts(counts);
  return `${formatCount(progress.rows)} rows, ${progress.step}`;
}

function renderRuns(runs: readonly ListedRun[]): Html {
  const nameFile = ({ fileName }: ListedRun) => fileName ?? html`<span class="quiet">none</span>`;
  const nameChanged = ({ vendor, vendors, accountName }: ListedRun) =>
    nameSubject(vendor, vendors, accountName);
  return renderRows("Imports, newest first", runs, [
    {
      title: "Run",
      kind: "words",
      cell: ({ runId }) => html`<a href="${runAddress(runId)}">Run ${runId}</a>`,
    },
    { title: "Type", kind: "words", titled: true, cell: ({ kind, mode }) => nameKind(kind, mode) },
    { title: "File", kind: "text", cell: nameFile },
    { title: "Vendor or account", kind: "text", titled: true, cell: nameChanged },
    { title: "State", kind: "words", cell: ({ state }) => renderRunState(state) },
    { title: "Result", kind: "text", titled: true, cell: describeProgress },
    { title: "By", kind: "text", titled: true, cell: ({ startedBy }) => startedBy },
    {
      title: "Started",
      kind: "words",
      titled: true,
      cell: ({ startedAt }) => renderMoment(startedAt),
    },
  ]);
}

function renderFiles(files: readonly ImportFile[], days: number): Html | null {
  if (files.length === 0) return null;
  const link = ({ fileId, fileName }: ImportFile) =>
    html`<a href="${fileAddress(fileId)}">${fileName}</a>`;
  const nameOwner = ({ vendor, accountName }: ImportFile) => nameSubject(vendor, null, accountName);
  const table = renderRows("Uploaded files", files, [
    { title: "File", kind: "text", cell: link },
    { title: "Type", kind: "words", titled: true, cell: ({ kind, mode }) => nameKind(kind, mode) },
    { title: "Vendor or account", kind: "text", titled: true, cell: nameOwner },
    { title: "Size", kind: "number", cell: ({ fileBytes }) => formatBytes(fileBytes) },
    { title: "Uploaded by", kind: "text", titled: true, cell: ({ sentBy }) => sentBy },
    { title: "Uploaded", kind: "words", titled: true, cell: ({ sentAt }) => renderMoment(sentAt) },
  ]);
  const until = html`<span>Not imported yet. Deleted after ${formatCounted(days, "day")}.</span>`;
  return renderCard({ title: "Uploaded files", beside: until, body: table });
}

function renderKinds(shown: RunPageFilter): Html {
  const kinds = Object.keys(kindWords) as RunKind[];
  return renderTabs(
    "Types",
    [null, ...kinds].map((kind) => ({
      href: formatAddress(path, { ...shown, kind }),
      text: kind === null ? "All types" : kindWords[kind],
      current: shown.kind === kind,
    })),
  );
}

function renderStates(shown: RunPageFilter): Html {
  return renderTabs(
    "States",
    [null, ...Object.keys(views)].map((state) => ({
      href: formatAddress(path, { ...shown, state }),
      text: state === null ? "All" : stateWords[state as RunState][1],
      current: shown.state === state,
    })),
  );
}

const none = renderEmptyState(
  "No matching imports",
  html`<p>Import catalog, stock or agreement files. Every file is checked before it changes
anything, and an import can be reverted. Imports from the command line are shown here too.</p>`,
);

const messages: Messages = { discarded: "File discarded." };

export const showRuns: Handler = async ({ db, importFileDays }, visit) => {
  const { query, signedIn } = visit;
  const state = query.text("state");
  const kind = query.text("kind");
  const shown: RunPageFilter = {
    state: Object.hasOwn(views, state) ? state : null,
    kind: Object.hasOwn(kindWords, kind) ? (kind as RunKind) : null,
  };
  const before = readRunId(query.text("before")) ?? null;
  const filter = { kind: shown.kind, states: views[shown.state ?? ""] ?? [] };
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
  const values = html`<p><a href="${path}/values">Saved values</a> of vendors' files</p>\n`;
  const mayImport = mayUse(catalogManagers, signedIn);
  return answerPage({
    title: "Imports",
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
