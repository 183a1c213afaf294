// The list of imports: files that wait to be checked or committed, and the runs, the newest first.
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
import { type Answer, answerPage } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
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
const filesShown = 50;

/** What the tabs show; what failed and what was interrupted are one to whoever looks for it. */
const views: Readonly<Record<string, readonly RunState[]>> = {
  running: ["running"],
  stopped: ["stopped"],
  failed: ["failed", "interrupted"],
  previewed: ["previewed"],
  committed: ["committed"],
  cancelled: ["cancelled"],
};

type Asked = { readonly state: string | null; readonly kind: RunKind | null };

function runsAddress({ state, kind }: Asked, before?: number): string {
  const query = new URLSearchParams({
    ...(state === null ? {} : { state }),
    ...(kind === null ? {} : { kind }),
    ...(before === undefined ? {} : { before: String(before) }),
  }).toString();
  return query === "" ? "/console/imports" : `/console/imports?${query}`;
}

function tellCounts({ progress, counts }: ListedRun): string {
  if (progress === null) return listCounts(counts);
  return `${formatCount(progress.rows)} rows, ${progress.step}`;
}

function renderRuns(runs: readonly ListedRun[]): Html {
  return renderTable({
    caption: "Imports, the newest first",
    columns: [
      { title: "Run", kind: "words" },
      { title: "What", kind: "words" },
      { title: "File", kind: "text" },
      { title: "Of", kind: "text" },
      { title: "State", kind: "words" },
      { title: "Came to", kind: "text" },
      { title: "By", kind: "text" },
      { title: "Began", kind: "words" },
    ],
    rows: runs.map((run) => ({
      cells: [
        html`<a href="/console/imports/${run.runId}">Run ${run.runId}</a>`,
        nameKind(run.kind, run.mode),
        run.fileName ?? html`<span class="quiet">none</span>`,
        nameSubject(run.vendor, run.mode === "revert" ? [] : run.vendors, run.accountName),
        renderRunState(run.state),
        tellCounts(run),
        run.startedBy,
        renderMoment(run.startedAt),
      ],
    })),
  });
}

function renderFiles(files: readonly ImportFile[]): Html | null {
  if (files.length === 0) return null;
  const table = renderTable({
    caption: "Files that wait",
    columns: [
      { title: "File", kind: "text" },
      { title: "What", kind: "words" },
      { title: "Of", kind: "text" },
      { title: "Size", kind: "number" },
      { title: "Sent by", kind: "text" },
      { title: "Sent", kind: "words" },
    ],
    rows: files.map((file) => ({
      cells: [
        html`<a href="/console/imports/files/${file.fileId}">${file.fileName}</a>`,
        nameKind(file.kind, file.mode),
        nameSubject(file.vendor, null, file.accountName),
        formatBytes(file.fileBytes),
        file.sentBy,
        renderMoment(file.sentAt),
      ],
    })),
  });
  return html`<h2>Files that wait</h2>
<p class="quiet">They are not imported yet, and go a day after they came.</p>
${table}<h2>Runs</h2>
`;
}

function renderKinds(asked: Asked): Html {
  const kinds = Object.keys(kindWords) as RunKind[];
  return renderTabs(
    "Kinds",
    [null, ...kinds].map((kind) => ({
      href: runsAddress({ ...asked, kind }),
      text: kind === null ? "Every kind" : kindWords[kind],
      current: asked.kind === kind,
    })),
  );
}

function renderStates(asked: Asked): Html {
  return renderTabs(
    "States",
    [null, ...Object.keys(views)].map((state) => ({
      href: runsAddress({ ...asked, state }),
      text: state === null ? "All" : stateWords[state as RunState][1],
      current: asked.state === state,
    })),
  );
}

const none = renderEmptyState(
  "No import here",
  html`<p>An import brings the catalog, stock or an agreement from a file. It is checked before it
changes anything, and can be undone. What the shell imports stands here too.</p>`,
);

/** The page of imports. */
export async function showRuns({ db }: ConsoleContext, visit: Visit): Promise<Answer> {
  const { query, signedIn } = visit;
  const state = query.text("state");
  const kind = query.text("kind");
  const asked: Asked = {
    state: Object.hasOwn(views, state) ? state : null,
    kind: Object.hasOwn(kindWords, kind) ? (kind as RunKind) : null,
  };
  const before = readRunId(query.text("before")) ?? null;
  const filter = { kind: asked.kind, states: views[asked.state ?? ""] ?? [] };
  const isBare = asked.state === null && asked.kind === null && before === null;
  const [found, files] = await Promise.all([
    selectListedRuns(db, filter, { before, limit: pageSize + 1 }),
    isBare ? selectFiles(db, filesShown) : [],
  ]);
  const { rows: runs, last } = cutPage(found, pageSize);
  const pager = renderPager({
    back: before === null ? null : runsAddress(asked),
    on: last === undefined ? null : runsAddress(asked, last.runId),
    backText: "Newest",
  });
  const list = runs.length === 0 ? none : html`${renderRuns(runs)}${pager}`;
  const isDiscarded = query.text("done") === "discarded";
  const notice = isDiscarded ? renderNotice("good", "The file is discarded.") : null;
  const mayImport = mayUse(catalogManagers, signedIn);
  return answerPage({
    title: "Imports",
    sentence: "Files that came in, what they changed, and what waits for somebody.",
    ...(mayImport
      ? { primary: renderButtonLink("/console/imports/new", "Import a file", "primary") }
      : {}),
    body: html`${notice}${renderFiles(files)}${renderStates(asked)}${renderKinds(asked)}${list}`,
  });
}
