// The page of a run: its progress, its result, and what can be done next.
import { selectCatalogCodes } from "../catalog/codeQueries.ts";
import { renderNotShown } from "../catalog/consoleNotShown.ts";
import { awaitShown } from "../catalog/replica/awaitShown.ts";
import { agreementAddress, fileAddress, runAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Visit } from "../home/consoleContext.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import type { Noun } from "../kit/declared.ts";
import { dismissal } from "../kit/dismissal.ts";
import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderSelect, renderTextArea } from "../kit/html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderNotice, renderProgress } from "../kit/html/notice.ts";
import { renderQuestion, renderTypedName } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderRows } from "../kit/html/table.ts";
import { type Answer, answerPage, type PageStatus } from "../kit/site/visit.ts";
import { describeCleaned } from "../reading/cleanText.ts";
import { renderStockTerms } from "./consoleMapping.ts";
import { renderFirstRows } from "./consoleRows.ts";
import {
  aboveImports,
  formatBytes,
  nameColumn,
  nameColumns,
  nameCount,
  nameKind,
  nameSubject,
  renderRunState,
} from "./consoleRuns.ts";
import { hasCorrections, renderCorrections, valueColumns } from "./consoleValues.ts";
import type { FileId } from "./file.ts";
import { selectFile, selectRefusedPiece } from "./fileQueries.ts";
import { selectNewVendors } from "./offers/stockTermQueries.ts";
import { describeExpired } from "./revert.ts";
import type { RefusalGroup } from "./rows/refusals.ts";
import {
  describeRepeats,
  type ImportRun,
  isToAsk,
  type RunId,
  type RunReport,
  readRunId,
} from "./run.ts";
import {
  lockRun,
  markRunDismissed,
  selectRevert,
  selectRun,
  selectRunAccount,
} from "./runQueries.ts";
import { canBeCommitted, isOutdated, stopsToAccept } from "./startRun.ts";

export const outdatedText =
  "The catalog has changed since this check. Check the file again before you import it.";

// What a run reports: counts, guard rails, largest price changes, refused rows.

function renderFigures(counts: RunReport["counts"]): Html | null {
  const { rows, ...results } = counts;
  const all = rows === undefined ? results : { rows, ...results };
  const figures = Object.entries(all).map(
    ([name, count]) =>
      html`<div><dt>${capitalize(nameCount(name))}</dt><dd>${formatCount(count)}</dd></div>\n`,
  );
  return figures.length === 0 ? null : html`<dl class="card figures">\n${figures}</dl>\n`;
}

function renderStops(stops: RunReport["stops"], run: ImportRun): Html | null {
  if (stops.length === 0) return null;
  const ended =
    run.state === "committed"
      ? "These guard rails were overridden"
      : "The import stopped. Nothing changed.";
  return renderNotice(
    "short",
    run.isDry ? "The import would stop" : ended,
    html`<ul>\n${stops.map(({ message }) => html`<li>${message}</li>\n`)}</ul>\n`,
  );
}

function renderTranslated({ translated = [] }: RunReport): Html | null {
  if (translated.length === 0) return null;
  const title = "How values were read";
  const table = renderRows(title, translated, [
    ...valueColumns,
    { title: "Rows", kind: "number", cell: ({ rows }) => formatCount(rows) },
  ]);
  return renderCard({ title, body: table });
}

/** Whether an operator can choose what repeated rows mean. */
function hasRepeatsToChoose(run: ImportRun): boolean {
  const { repeats, counts } = run.report ?? {};
  if (repeats === undefined || !canBeCommitted(run)) return false;
  return repeats.isDeclared || isToAsk(repeats, counts?.["rows"] ?? 0);
}

/** What was done with rows that repeat the offer of another row, and the form to choose it. */
function renderRepeats({ runId, report }: ImportRun, canChoose: boolean, given: FormState) {
  const repeats = report?.repeats;
  if (repeats === undefined) return null;
  const title = "Repeated rows";
  const described = html`<p>${describeRepeats(repeats)}</p>\n`;
  if (!canChoose) return renderCard({ title, body: described });
  const declared = repeats.isDeclared ? repeats.rule : "";
  const form = renderForm({
    action: runAddress(runId, "/repeats"),
    label: title,
    body: renderSelect(freshForm({ repeats: given.value("repeats") || declared }), {
      name: "repeats",
      label: "Rows of the same offer",
      options: [
        ...(repeats.isDeclared ? [] : [{ value: "", text: "Choose" }]),
        { value: "sum", text: "They are lots: add their quantities" },
        { value: "first", text: "Import the first, ignore the others" },
        { value: "last", text: "Import the last, ignore the others" },
        { value: "refuse", text: "Import the first, refuse the others" },
      ],
      hint: "Lots are added only if price and certificate are the same; the others are refused.",
    }),
    button: { text: "Check again" },
  });
  return renderCard({ title, body: html`${described}${form}` });
}

/** The reason of a group; a fault of a whole row that matches no offer says what is unknown. */
function describeReason({ column, reason }: RefusalGroup): string {
  const isUnknown = column === null && reason === "matches no offer in the catalog";
  return isUnknown ? "Part or condition not in the catalog" : nameColumns(reason);
}

function renderGroups(title: string, groups: readonly RefusalGroup[], above: Content) {
  if (groups.length === 0) return null;
  const renderSamples = ({ samples }: RefusalGroup) =>
    html`<ul class="plain">\n${samples.map(
      ({ line, column, value, suggestion }) =>
        html`<li>Line ${formatCount(line)}${
          (column !== null || value !== null) && html`: <code>${value ?? ""}</code>`
        }${
          suggestion !== null && html`: <span class="quiet">${nameColumns(suggestion)}</span>`
        }</li>\n`,
    )}</ul>`;
  const table = renderRows(`${title} by reason`, groups, [
    {
      title: "Column",
      kind: "words",
      cell: ({ column }) => (column === null ? "Whole row" : nameColumn(column)),
    },
    { title: "Reason", kind: "prose", cell: describeReason },
    { title: "Count", kind: "number", cell: ({ count }) => formatCount(count) },
    { title: "Samples", kind: "prose", cell: renderSamples },
  ]);
  return renderCard({ title, body: html`${above}${table}` });
}

function renderRemarks({ cleaned, warnings }: RunReport): Html | null {
  const remarks = [...describeCleaned(cleaned), ...warnings.map(nameColumns)];
  if (remarks.length === 0) return null;
  const points = remarks.map((remark) => html`<li>${remark}</li>\n`);
  return renderCard({ title: "Remarks", body: html`<ul>\n${points}</ul>\n` });
}

/** Vendors that a check would add, at most this many by name: a misspelled name is a new vendor. */
const maxNewVendors = 5;

function renderNewVendors(vendors: readonly string[]): Html | null {
  if (vendors.length === 0) return null;
  const named = vendors.slice(0, maxNewVendors).join(", ");
  const others = vendors.length - maxNewVendors;
  return renderNotice(
    "neutral",
    `New vendors: ${named}${others > 0 ? ` and ${formatCount(others)} others` : ""}`,
    "They have no offers yet. If you expected a known vendor, check the spelling.",
  );
}

/** How a run ended, with a link to what it changed, unless that is of several vendors. */
function renderEnd({ state, message, mode, accountId, vendor, vendors }: ImportRun): Html | null {
  switch (state) {
    case "committed": {
      const [first = vendor, ...others] = vendors ?? [];
      const query = new URLSearchParams({ vendor: first ?? "" });
      const offers =
        first !== null && others.length === 0
          ? html`<a href="/console/catalog?${query.toString()}">View offers of ${first}</a>`
          : undefined;
      const link =
        accountId === null
          ? offers
          : html`<a href="${agreementAddress(accountId)}">View agreement</a>`;
      return renderNotice(
        "good",
        mode === "revert" ? "Import reverted." : "Import complete.",
        link,
      );
    }
    case "failed":
      return renderNotice("fault", "The run failed. Nothing changed.", message ?? undefined);
    case "interrupted":
      return renderNotice("fault", "The run was interrupted. Nothing changed.");
    case "cancelled":
      return renderNotice("neutral", "Run cancelled. Nothing changed.");
    default:
      return null;
  }
}

// What can be done with a run.

function renderRunning({ runId, progress, cancelRequestedBy }: ImportRun, mayImport: boolean) {
  const rows = formatCount(progress?.rows ?? 0);
  const total = progress?.rowsInAll ?? null;
  const words = {
    reading:
      total === null ? `${rows} rows read` : `${rows} of about ${formatCount(total)} rows read`,
    comparing: `${rows} rows read; comparing with the catalog`,
    waiting: `${rows} rows read; waiting for another import to finish writing`,
    writing: `${rows} rows accepted; writing changes`,
  };
  const text = progress === null ? "Starting" : words[progress.step];
  const bar = renderProgress(text, progress?.rows ?? 0, Math.max(1, total ?? progress?.rows ?? 1));
  if (cancelRequestedBy !== null) {
    const stopping = `${cancelRequestedBy} cancelled this run. It is stopping.`;
    return html`${bar}${renderNotice("neutral", stopping)}`;
  }
  const cancel = renderQuestion(
    "Cancel run",
    "Cancel this run? Nothing will change.",
    renderForm({
      action: runAddress(runId, "/cancel"),
      body: renderButton({ text: "Cancel run", kind: "danger" }),
    }),
  );
  return html`${bar}<p class="quiet">You can close this page; the run continues.</p>
${mayImport ? cancel : null}`;
}

function renderCommit(run: ImportRun & { readonly fileId: FileId }, state: FormState): Html {
  const isGuarded = stopsToAccept(run).length > 0;
  const refused = run.report?.counts["refused"] ?? 0;
  const policy = renderSelect(state, {
    name: "policy",
    label: refused === 0 ? "If a row is refused" : "Refused rows",
    hint: "“Stop” also refuses rows with an unreadable optional cell, such as a lead time.",
    options: [
      { value: "good", text: "Skip refused rows" },
      { value: "none", text: "Stop if a row is refused" },
    ],
  });
  const reason = renderTextArea(state, {
    name: "reason",
    label: "Reason for overriding the guard rails",
    rows: 2,
    maxLength: 500,
    hint: "Stored with the run and in the audit log.",
  });
  return renderForm({
    action: runAddress(run.runId, "/commit"),
    label: "Import",
    body: [policy, isGuarded ? reason : null],
    button: { text: isGuarded ? "Override and import" : "Import file", kind: "primary" },
    beside: renderButtonLink(fileAddress(run.fileId), "Back to columns", "plain"),
  });
}

/** Typed to confirm the reverting of a run. */
export function nameToType(run: Pick<ImportRun, "runId">): string {
  return `run ${run.runId}`;
}

function renderRevert({ runId, changesExpiredAt }: ImportRun, by: RunId | null, state: FormState) {
  if (by !== null) {
    return html`<p><a href="${runAddress(by)}">Run ${by}</a> reverted this run.</p>\n`;
  }
  if (changesExpiredAt !== null) {
    return html`<p>${describeExpired(runId)} Its changes were stored until
${renderMoment(changesExpiredAt)}.</p>\n`;
  }
  const form = renderForm({
    action: runAddress(runId, "/revert"),
    label: "Revert run",
    body: renderTypedName(state, nameToType({ runId })),
    button: { text: `Revert run ${runId}`, kind: "danger" },
  });
  const effects = html`<p>Reverting creates a new import run. It stops if a later run changed the same rows. Orders placed in the meantime do not change.</p>\n`;
  const body = html`${effects}${form}`;
  return renderQuestion("Revert run", "Revert what this run changed?", body, state);
}

/** The next step of a run that has ended. */
function renderNext(run: ImportRun, { hasFile, isOld, by }: Facts, state: FormState): Content {
  if (run.state === "committed") return renderRevert(run, by, state);
  if (run.fileId === null) return null;
  if (!hasFile) return html`<p class="quiet">The file is no longer stored.</p>\n`;
  const toFile = (text: string) =>
    renderActions(renderButtonLink(fileAddress(run.fileId ?? ""), text, "primary"));
  // What the quantities are has to be said first (decision 153).
  if ((run.report?.stock?.undecided ?? []).length > 0) return toFile("Choose quantities");
  if (isOld) return html`<p>${outdatedText}</p>\n${toFile("Check the file again")}`;
  if (canBeCommitted(run)) return renderCommit(run, state);
  return html`<p>The file is still stored.</p>\n${toFile("Try again")}`;
}

const runNoun: Noun<ImportRun> = {
  name: "import",
  async find(db, text, { lock }) {
    const runId = readRunId(text);
    return runId && (lock ? lockRun(db, runId) : selectRun(db, runId));
  },
  idOf: ({ runId }) => String(runId),
  accountOf: ({ accountId }) => accountId,
  address: runAddress,
  wire: {},
};

function isTask({ state, dismissedAt }: ImportRun): boolean {
  return ["stopped", "failed", "interrupted"].includes(state) && dismissedAt === null;
}

/** Ends the task of a run that changed nothing. */
export const dismissRun = dismissal({
  of: runNoun,
  what: "an import",
  who: catalogManagers,
  isOpen: isTask,
  mark: (tx, { runId }, now) => markRunDismissed(tx, runId, now),
});

function renderDismiss(run: ImportRun): Html | null {
  if (!isTask(run)) return null;
  return renderForm({
    action: runAddress(run.runId, "/dismiss"),
    label: "Dismiss",
    body: html`<p>Removes this run from the list of tasks.</p>\n`,
    button: { text: "Dismiss" },
  });
}

function nameRun({ isDry, mode, reverts, runId }: ImportRun): string {
  if (mode === "revert") return `Revert of run ${String(reverts)}, run ${runId}`;
  const what = mode === "edit" ? "Edit" : "Import";
  return `${isDry ? "Check" : what}, run ${runId}`;
}

/** Facts of a run that few need. */
function renderDetails(run: ImportRun): Html {
  const { reverts, fileBytes, fileSha256, endedAt, dismissedAt, report } = run;
  return html`<details><summary>Details</summary>
${renderDefinitions([
  { term: "Type", value: nameKind(run.kind, run.mode) },
  { term: "Reverts", value: reverts && html`<a href="${runAddress(reverts)}">Run ${reverts}</a>` },
  { term: "Quantities", value: report?.stock && renderStockTerms(report.stock) },
  { term: "Size", value: fileBytes === null ? null : formatBytes(fileBytes) },
  { term: "Started", value: html`${renderMoment(run.startedAt)} by ${run.startedBy}` },
  { term: "Ended", value: endedAt && renderMoment(endedAt) },
  { term: "Dismissed", value: dismissedAt && renderMoment(dismissedAt) },
  { term: "Override reason", value: run.accepted },
  { term: "SHA-256", value: fileSha256 && html`<code>${fileSha256}</code>` },
])}</details>
`;
}

/** How long after a run's end its page waits until the other pages show the run. */
const newRunMs = 60_000;

/** Whether searches and part pages show what a run changed. */
async function isRunShown(context: ConsoleContext, run: ImportRun, now: Date): Promise<boolean> {
  const { state, kind, endedAt } = run;
  if (state !== "committed" || kind === "agreement" || endedAt === null) return true;
  return now.getTime() - endedAt.getTime() > newRunMs || awaitShown(context);
}

/** What the page of a run shows beside the run itself. */
async function loadFacts(context: ConsoleContext, run: ImportRun, mayImport: boolean, now: Date) {
  const { db } = context;
  const { runId, fileId, report, isDry, kind, vendors } = run;
  const addsVendors = isDry && kind === "catalog" && vendors !== null;
  const [accountName, file, refused, by, reverted, isShown, isOld, newVendors] = await Promise.all([
    run.accountId === null ? undefined : selectRunAccount(db, runId),
    fileId === null ? undefined : selectFile(db, fileId as FileId),
    report === null ? undefined : selectRefusedPiece(db, runId, 0),
    run.state === "committed" ? selectRevert(db, runId) : undefined,
    run.reverts === null ? undefined : selectRun(db, run.reverts),
    isRunShown(context, run, now),
    isOutdated(db, run),
    addsVendors ? selectNewVendors(db, vendors) : [],
  ]);
  const hasFile = file !== undefined;
  const canCorrect = hasFile && mayImport;
  return {
    subject: nameSubject(run.vendor, vendors ?? reverted?.vendors ?? null, accountName ?? null),
    hasFile,
    hasRefused: refused !== undefined,
    by: by ?? null,
    isShown,
    isOld,
    newVendors,
    canCorrect,
    codes: canCorrect && hasCorrections(run) ? await selectCatalogCodes(db) : null,
    firstRows: await renderFirstRows(db, run),
  };
}

type Facts = Awaited<ReturnType<typeof loadFacts>>;

/** What a run reports, from what stops it to remarks. */
function renderReport(run: ImportRun, facts: Facts, state: FormState): Content {
  const { report, runId } = run;
  if (report === null) return null;
  const { canCorrect, codes, hasRefused } = facts;
  const link = html`<p><a href="${runAddress(runId, "/refused.csv")}">Download refused rows</a> as CSV,
with the reason for each. Fix the rows and import the file.</p>\n`;
  const unread = html`<p>New offers have no value in these cells, and existing offers keep theirs.</p>\n`;
  return [
    renderStops(report.stops, run),
    renderFigures(report.counts),
    renderTranslated(report),
    renderRepeats(run, canCorrect && hasRepeatsToChoose(run), state),
    codes && renderCorrections(run, codes, state),
    renderGroups("Refused rows", report.groups, hasRefused ? link : null),
    renderGroups("Unreadable cells", report.unread ?? [], unread),
    renderRemarks(report),
  ];
}

/** What can be done next, beside the report. */
function renderSide(run: ImportRun, facts: Facts, mayImport: boolean, state: FormState): Html {
  const canAct = mayImport && run.state !== "running";
  const known = renderDefinitions([
    { term: "Vendor or account", value: facts.subject },
    { term: "File", value: run.fileName },
  ]);
  const actions = canAct ? [renderNext(run, facts, state), renderDismiss(run)] : null;
  const title = run.isDry && canBeCommitted(run) ? "Import" : "Run";
  const body = html`${known}${actions}${renderDetails(run)}`;
  return renderSummaryBox(title, body, renderRunState(run.state));
}

/** `state`: the form that was refused. */
export async function showRun(
  context: ConsoleContext,
  visit: Visit,
  run: ImportRun,
  state: FormState = freshForm(),
  status: PageStatus = 200,
): Promise<Answer> {
  const isRunning = run.state === "running";
  const mayImport = mayUse(catalogManagers, visit.signedIn);
  const facts = await loadFacts(context, run, mayImport, visit.now);
  const preview = facts.hasFile
    ? "Step 3 of 4: preview of the import. Nothing has changed yet."
    : "Preview of an import whose file was imported or deleted.";
  const page = {
    title: nameRun(run),
    above: aboveImports,
    ...(run.isDry && canBeCommitted(run) && { sentence: preview }),
    refreshS: isRunning ? 1 : undefined,
    side: renderSide(run, facts, mayImport, state),
    body: html`${[
      renderFaults(state),
      renderEnd(run),
      renderNewVendors(facts.newVendors),
      facts.isShown ? null : renderNotShown(),
      isRunning ? renderRunning(run, mayImport) : null,
      renderReport(run, facts, state),
      facts.firstRows,
    ]}`,
  };
  return answerPage(page, status);
}
