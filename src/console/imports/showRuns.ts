import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { cutPage, renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
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

const pageSize = 50;
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

function runsAddress({ state, kind }: RunPageFilter, before?: number): string {
  const query = new URLSearchParams({
    ...(state === null ? {} : { state }),
    ...(kind === null ? {} : { kind }),
    ...(before === undefined ? {} : { before: String(before) }),
  }).toString();
  return query === "" ? "/console/imports" : `/console/imports?${query}`;
}

function describeProgress({ progress, counts }: ListedRun): string {
  if (progress === null) return listCounts(counts);
  return `${formatCount(progress.rows)} rows, ${progress.step}`;
}

function renderRuns(runs: readonly ListedRun[]): Html {
  return renderTable({
    caption: "Imports, newest first",
    columns: [
      { title: "Run", kind: "words" },
      { title: "Type", kind: "words" },
      { title: "File", kind: "text" },
      { title: "Vendor or account", kind: "text" },
      { title: "State", kind: "words" },
      { title: "Result", kind: "text" },
      { title: "By", kind: "text" },
      { title: "Started", kind: "words" },
    ],
    rows: runs.map((run) => ({
      cells: [
        html`<a href="${runAddress(run.runId)}">Run ${run.runId}</a>`,
        nameKind(run.kind, run.mode),
        run.fileName ?? html`<span class="quiet">none</span>`,
        nameSubject(run.vendor, run.mode === "revert" ? [] : run.vendors, run.accountName),
        renderRunState(run.state),
        describeProgress(run),
        run.startedBy,
        renderMoment(run.startedAt),
      ],
    })),
  });
}

function renderFiles(files: readonly ImportFile[]): Html | null {
  if (files.length === 0) return null;
  const table = renderTable({
    caption: "Uploaded files",
    columns: [
      { title: "File", kind: "text" },
      { title: "Type", kind: "words" },
      { title: "Vendor or account", kind: "text" },
      { title: "Size", kind: "number" },
      { title: "Uploaded by", kind: "text" },
      { title: "Uploaded", kind: "words" },
    ],
    rows: files.map((file) => ({
      cells: [
        html`<a href="${fileAddress(file.fileId)}">${file.fileName}</a>`,
        nameKind(file.kind, file.mode),
        nameSubject(file.vendor, null, file.accountName),
        formatBytes(file.fileBytes),
        file.sentBy,
        renderMoment(file.sentAt),
      ],
    })),
  });
  return html`<h2>Uploaded files</h2>
<p class="quiet">Not imported yet. Files are deleted after a day.</p>
${table}<h2>Runs</h2>
`;
}

function renderKinds(shown: RunPageFilter): Html {
  const kinds = Object.keys(kindWords) as RunKind[];
  return renderTabs(
    "Types",
    [null, ...kinds].map((kind) => ({
      href: runsAddress({ ...shown, kind }),
      text: kind === null ? "All types" : kindWords[kind],
      current: shown.kind === kind,
    })),
  );
}

function renderStates(shown: RunPageFilter): Html {
  return renderTabs(
    "States",
    [null, ...Object.keys(views)].map((state) => ({
      href: runsAddress({ ...shown, state }),
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

export const showRuns: Handler = async ({ db }, visit) => {
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
  const { rows: runs, last } = cutPage(found, pageSize);
  const pager = renderPager({
    back: before === null ? null : runsAddress(shown),
    on: last === undefined ? null : runsAddress(shown, last.runId),
    backText: "Newest",
  });
  const list = runs.length === 0 ? none : html`${renderRuns(runs)}${pager}`;
  const isDiscarded = query.text("done") === "discarded";
  const notice = isDiscarded ? renderNotice("good", "File discarded.") : null;
  const mayImport = mayUse(catalogManagers, signedIn);
  return answerPage({
    title: "Imports",
    sentence: "Catalog, stock and agreement files, and what they changed.",
    ...(mayImport
      ? { primary: renderButtonLink("/console/imports/new", "Import file", "primary") }
      : {}),
    body: html`${notice}${renderFiles(files)}${renderStates(shown)}${renderKinds(shown)}${list}`,
  });
};
