import type { RunMode } from "../catalog/changeQueries.ts";
import { fileAddress, runAddress } from "../console/addresses.ts";
import type { Handler } from "../console/consoleContext.ts";
import { formatCount } from "../html/amount.ts";
import { renderCard } from "../html/card.ts";
import { renderEmptyState } from "../html/emptyState.ts";
import { type FieldFault, renderButtonLink } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderAge } from "../html/moment.ts";
import { type Meaning, type Messages, renderBadge, renderMessage } from "../html/notice.ts";
import { formatAddress, pageSize, paginate } from "../html/pager.ts";
import { renderRows } from "../html/table.ts";
import { renderTabs } from "../html/tabs.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { type Answer, answerPage } from "../site/visit.ts";
import type { ImportFile } from "./file.ts";
import { selectFiles } from "./fileQueries.ts";
import { type RunKind, type RunState, readRunId } from "./run.ts";
import { type ListedRun, selectListedRuns } from "./runQueries.ts";
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

// Words for runs and files: type, state, counts, size.

/** In the order of the tabs. */
const stateWords: Readonly<Record<RunState, readonly [Meaning, string]>> = {
  running: ["neutral", "Running"],
  stopped: ["short", "Stopped"],
  failed: ["fault", "Failed"],
  interrupted: ["fault", "Interrupted"],
  previewed: ["neutral", "Checked"],
  committed: ["good", "Committed"],
  cancelled: ["neutral", "Cancelled"],
};

export function renderRunState(state: RunState): Html {
  return renderBadge(...stateWords[state]);
}

/** Type and mode: "Catalog, replace". */
export function nameKind(kind: RunKind, mode: RunMode): string {
  return texts.kindsInMode[mode](texts.kinds[kind]);
}

const countWords: ReadonlyMap<string, string> = new Map([
  ["unknown_parts", "not in the catalog"],
  ["emptied", "set out of stock"],
  ["deactivated", "discontinued"],
]);

export function nameCount(name: string): string {
  return countWords.get(name) ?? name.replaceAll("_", " ");
}

/** The counts above 0: "3 created, 1 refused". */
function listCounts(counts: Readonly<Record<string, number>> | null): string {
  return Object.entries(counts ?? {})
    .filter(([name, count]) => count > 0 && name !== "rows")
    .map(([name, count]) => `${formatCount(count)} ${nameCount(name)}`)
    .join(", ");
}

export function nameSubject(
  vendor: string | null,
  vendors: readonly string[] | null,
  accountName: string | null,
): Html | string {
  if (accountName !== null) return accountName;
  if (vendor !== null) return vendor;
  if (vendors?.length === 0) return "";
  const [first, ...others] = vendors ?? [];
  if (first === undefined) return html`<span class="quiet">see file</span>`;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}

/** The same for the page of the form that was sent, which keeps what was typed. */
export const busyFault: FieldFault = {
  field: "",
  text: "Too many imports are running, so nothing was started. Try again when one has finished.",
};

/** An import takes seconds or minutes. */
export const busy = { waitS: 10 };

/** The node already works on the maximum number of imports; nothing was started. */
export const answerBusy: Answer = answerPage(
  {
    title: "Too many imports are running",
    sentence: "Nothing was started. Try again when one of them has finished.",
    above: { href: "/console/imports", text: texts.list.title },
    body: html`<p><a href="/console/imports?state=running">Show running imports</a></p>\n`,
  },
  busy,
);
