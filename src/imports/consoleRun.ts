import { agreementAddress, fileAddress, runAddress, valuesAddress } from "../console/addresses.ts";
import { renderNotShown } from "../console/catalog/renderNotShown.ts";
import { formatCount } from "../html/amount.ts";
import { capitalize } from "../html/capitalize.ts";
import { renderCard } from "../html/card.ts";
import { type Definition, renderDefinitions } from "../html/definitions.ts";
import { renderSelect, renderTextArea } from "../html/field.ts";
import {
  type FormState,
  renderActions,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../html/form.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { renderNotice, renderProgress } from "../html/notice.ts";
import { renderQuestion, renderTypedName } from "../html/question.ts";
import { renderRows } from "../html/table.ts";
import { describeCleaned } from "../reading/cleanText.ts";
import type { SitePage } from "../site/visit.ts";
import { renderStockTerms } from "./consoleMapping.ts";
import { chooseRows, type RowChoice, renderChoiceRows } from "./consoleRows.ts";
import { formatBytes, nameCount, nameKind, nameSubject, renderRunState } from "./consoleRuns.ts";
import { valueColumns } from "./consoleValues.ts";
import { describeExpired } from "./revert.ts";
import type { Refusal, RefusalGroup } from "./rows/refusals.ts";
import {
  formatReportedPrice,
  type ImportRun,
  type PriceMove,
  type RunId,
  type RunReport,
} from "./run.ts";
import { canBeCommitted, stopsToAccept } from "./startRun.ts";
import { texts } from "./texts.ts";

// A run: its progress, its result, and what can be done next.

// The result of a run: counts, guard rails, largest price changes, refused rows.

function renderCounts(counts: RunReport["counts"]): Html {
  const figures = Object.entries(counts).map(([name, count]) => ({
    term: capitalize(nameCount(name)),
    value: formatCount(count),
    kind: "number" as const,
  }));
  return figures.length === 0
    ? html``
    : renderCard({ title: "Result", body: renderDefinitions(figures) });
}

function renderStops({ stops }: RunReport, run: ImportRun, mayExclude: boolean): Html | null {
  if (stops.length === 0) return null;
  const isOfPrices = stops.some(({ code }) => code === "price_moves");
  const canChoose = isOfPrices && chooseRows(run, mayExclude, "") !== null;
  const byPrice = html`To import the file without some rows, leave them out below or
in <a href="${runAddress(run.runId, "/rows?sort=price")}">all price changes</a>.`;
  const points = stops.map(({ message }) => html`<li>${message}</li>\n`);
  const stopped = "The import stopped. Nothing changed.";
  const passed = "These guard rails were overridden";
  const ended = run.state === "committed" ? passed : stopped;
  const title = run.isDry ? "The import would stop" : ended;
  const remedy = canChoose && html`<p>${byPrice}</p>\n`;
  return renderNotice("short", title, html`<ul>\n${points}</ul>\n${remedy}`);
}

function renderMoves(moves: readonly PriceMove[], choice: RowChoice | null): Html | null {
  if (moves.length === 0) return null;
  const nameRow = ({ line, subject }: PriceMove) => ({ line: line ?? null, name: subject });
  const hasLines = moves.some(({ line }) => line !== undefined);
  const chosen = hasLines ? choice && { ...choice, nameRow } : null;
  return renderCard({
    title: texts.report.moves,
    body: renderMoveRows(moves, chosen),
  });
}

function renderMoveRows(
  moves: readonly PriceMove[],
  choice: Parameters<typeof renderChoiceRows<PriceMove>>[3],
): Html {
  return renderChoiceRows(
    texts.report.moves,
    moves,
    [
      { title: "Part", kind: "text", cell: ({ subject }) => subject },
      {
        title: "Before",
        kind: "number",
        cell: ({ before }) => formatReportedPrice(before),
      },
      {
        title: "After",
        kind: "number",
        cell: ({ after }) => formatReportedPrice(after),
      },
    ],
    choice,
  );
}

function renderSample({ line, column, value, suggestion }: Refusal): Html {
  const hasCell = column !== null || value !== null;
  const cell = hasCell && html`: <code>${value ?? ""}</code>`;
  const remedy = suggestion !== null && html`: <span class="quiet">${suggestion}</span>`;
  return html`<li>Line ${formatCount(line)}${cell}${remedy}</li>\n`;
}

function nameColumn({ column }: RefusalGroup): Content {
  return column === null ? "Part or condition" : html`<code>${column}</code>`;
}

function renderGroups(title: string, groups: readonly RefusalGroup[], below: Html | null) {
  if (groups.length === 0) return null;
  const renderSamples = ({ samples }: RefusalGroup) =>
    html`<ul class="plain">\n${samples.map(renderSample)}</ul>`;
  return renderCard({
    title,
    body: html`${below}${renderRows(`${title} by reason`, groups, [
      { title: "Column", kind: "words", cell: nameColumn },
      { title: "Reason", kind: "prose", cell: ({ reason }) => reason },
      { title: "Count", kind: "number", cell: ({ count }) => formatCount(count) },
      { title: "Samples", kind: "prose", cell: renderSamples },
    ])}`,
  });
}

const unreadSentence = html`<p>New offers have no value in these cells, and existing offers keep theirs.</p>
`;

function renderRemarks(remarks: readonly string[]): Html | null {
  if (remarks.length === 0) return null;
  const points = remarks.map((remark) => html`<li>${remark}</li>\n`);
  return renderCard({
    title: "Remarks",
    body: html`<ul>
${points}</ul>
`,
  });
}

function renderTranslated({ vendor }: ImportRun, { translated = [] }: RunReport): Html | null {
  if (translated.length === 0) return null;
  const saved =
    vendor === null
      ? null
      : html`<p><a href="${valuesAddress(vendor)}">Saved values of ${vendor}</a></p>\n`;
  return renderCard({
    title: texts.report.translated,
    body: html`${renderRows(texts.report.translated, translated, [
      ...valueColumns,
      { title: "Rows", kind: "number", cell: ({ rows }) => formatCount(rows) },
    ])}${saved}`,
  });
}

type ReportParts = Readonly<Record<"corrections" | "repeats", Html | null>> & {
  readonly mayExclude: boolean;
};

/**
 * `hasRefused`: the refused rows are available as a file; `corrections`: the form of values that
 * can be corrected; `repeats`: what was done with repeated rows; `mayExclude`: rows can be left out
 * of its file.
 */
function renderRunReport(
  run: ImportRun,
  hasRefused: boolean,
  { corrections, repeats, mayExclude }: ReportParts,
): Html | null {
  const { report, runId } = run;
  if (report === null) return null;
  const address = runAddress(runId, "/refused.csv");
  const link = html`<p><a href="${address}">Download refused rows</a> as CSV,
with the reason for each. Fix the rows and import the file.</p>
`;
  const remarks = [...describeCleaned(report.cleaned), ...report.warnings];
  return html`${[
    renderStops(report, run, mayExclude),
    renderCounts(report.counts),
    renderMoves(report.moves ?? [], chooseRows(run, mayExclude, "moves")),
    renderTranslated(run, report),
    repeats,
    corrections,
    renderGroups("Refused rows", report.groups, hasRefused ? link : null),
    renderGroups("Unreadable cells", report.unread ?? [], unreadSentence),
    renderRemarks(remarks),
  ]}`;
}

const refreshS = 1;

/** How many new vendors are named. */
const maxNewVendors = 5;

export type RunPageFacts = {
  readonly run: ImportRun;
  /** The form of refused values that can be corrected. */
  readonly corrections: Html | null;
  /** What was done with repeated rows, and the form to choose it. */
  readonly repeats: Html | null;
  readonly accountName: string | null;
  /** The vendors of the run or, if it reverts one, of that. */
  readonly vendors: readonly string[] | null;
  /** Those that a check would add. */
  readonly newVendors: readonly string[];
  /** Whether the file is still stored. */
  readonly hasFile: boolean;
  readonly hasRefused: boolean;
  /** The run that reverted it. */
  readonly revertedBy: RunId | null;
  /** Whether searches and part pages show it. */
  readonly isShown: boolean;
  /** Whether the catalog has changed since it was checked. */
  readonly isOutdated: boolean;
  /** The rows that are left out; null without any. */
  readonly leftOut: Html | null;
  /** Whether rows of its file can be left out. */
  readonly mayExclude: boolean;
  /** The first rows that it changes; null without any. */
  readonly rows: Html | null;
  readonly state: FormState;
  readonly mayImport: boolean;
};

/** Typed to confirm the reverting of a run. */
export function nameToType(run: Pick<ImportRun, "runId">): string {
  return `run ${run.runId}`;
}

function renderRunning({ run, mayImport }: RunPageFacts): Html {
  const { progress, cancelRequestedBy } = run;
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
  const cancel = renderQuestion(
    texts.running.cancel,
    "Cancel this run? Nothing will change.",
    renderForm({
      action: `${runAddress(run.runId)}/cancel`,
      body: renderButton({ text: texts.running.cancel, kind: "danger" }),
    }),
  );
  if (cancelRequestedBy !== null) {
    const text = `${cancelRequestedBy} cancelled this run. It is stopping.`;
    return html`${bar}${renderNotice("neutral", text)}`;
  }
  return html`${bar}<p class="quiet">You can close this page; the run continues.</p>
${mayImport ? cancel : null}`;
}

function renderCommit({ run, state }: RunPageFacts, fileId: string): Html {
  const isGuarded = stopsToAccept(run).length > 0;
  const reason = renderTextArea(state, {
    name: "reason",
    label: "Reason for overriding the guard rails",
    rows: 2,
    maxLength: 500,
    hint: "Stored with the run and in the audit log.",
  });
  const refused = run.report?.counts["refused"] ?? 0;
  const policy = renderSelect(state, {
    name: "policy",
    label: refused === 0 ? "If a row is refused" : "Refused rows",
    hint:
      "With “Stop if a row is refused”, a row is also refused if an optional cell, such as a lead time, " +
      "cannot be read. Otherwise the offer keeps its value.",
    options: [
      { value: "good", text: "Skip refused rows" },
      { value: "none", text: "Stop if a row is refused" },
    ],
  });
  return renderCard({
    title: texts.commit.title,
    body: renderForm({
      action: `${runAddress(run.runId)}/commit`,
      label: texts.commit.title,
      body: [policy, isGuarded ? reason : null],
      button: { text: isGuarded ? "Override and import" : "Import file", kind: "primary" },
      beside: renderButtonLink(fileAddress(fileId), "Back to columns", "plain"),
    }),
  });
}

/** Whether an operator has to say first what the quantities are (decision 153). */
function isUndecided({ report }: ImportRun): boolean {
  return (report?.stock?.undecided ?? []).length > 0;
}

/** A check shows what it compared, so an import needs one of the catalog as it is. */
function renderCheckAgain(fileId: string): Html {
  const link = renderButtonLink(fileAddress(fileId), "Check the file again", "primary");
  return html`${renderNotice("short", texts.commit.outdated)}${renderActions(link)}`;
}

function renderChoice(fileId: string): Html {
  return renderActions(renderButtonLink(fileAddress(fileId), "Choose quantities", "primary"));
}

function renderRevert({ run, state, revertedBy }: RunPageFacts): Html {
  if (revertedBy !== null) {
    return html`<p><a href="${runAddress(revertedBy)}">Run ${revertedBy}</a> reverted this run.</p>\n`;
  }
  if (run.changesExpiredAt !== null) {
    const end = renderMoment(run.changesExpiredAt);
    return html`<p>${describeExpired(run.runId)} Its changes were stored until
${end}.</p>\n`;
  }
  return renderQuestion(
    texts.revert.open,
    "Revert what this run changed?",
    html`<p>Reverting creates a new import run. It stops if a later run changed the same rows. Orders placed in the meantime do not change.</p>
${renderForm({
  action: `${runAddress(run.runId)}/revert`,
  label: texts.revert.open,
  body: renderTypedName(state, nameToType(run)),
  button: { text: `Revert run ${run.runId}`, kind: "danger" },
})}`,
    state,
  );
}

function renderActionsNow(shown: RunPageFacts): Html | null {
  const { run, hasFile, mayImport } = shown;
  if (run.state === "running") return renderRunning(shown);
  if (!mayImport) return null;
  if (run.state === "committed") return renderRevert(shown);
  if (run.fileId === null) return null;
  if (!hasFile) return html`<p class="quiet">The file is no longer stored.</p>\n`;
  if (isUndecided(run)) return renderChoice(run.fileId);
  if (shown.isOutdated) return renderCheckAgain(run.fileId);
  if (canBeCommitted(run)) return renderCommit(shown, run.fileId);
  const back = renderButtonLink(fileAddress(run.fileId), "Try again", "primary");
  return html`<p>The file is still stored.</p>\n${renderActions(back)}`;
}

/** Ends the task of a run that changed nothing. */
function renderDismiss({ run, mayImport }: RunPageFacts): Html | null {
  const isOpen = ["stopped", "failed", "interrupted"].includes(run.state);
  if (!isOpen || !mayImport || run.dismissedAt !== null) return null;
  return renderForm({
    action: runAddress(run.runId, "/dismiss"),
    label: texts.dismiss.button,
    body: html`<p>Removes this run from the list of tasks.</p>\n`,
    button: { text: texts.dismiss.button },
  });
}

/** A link to what a run changed; none for several vendors. */
function renderResultLink({ accountId, vendor, vendors }: ImportRun): Html | undefined {
  if (accountId !== null) {
    return html`<a href="${agreementAddress(accountId)}">View agreement</a>`;
  }
  const [first = vendor, ...others] = vendors ?? [];
  if (first === null || others.length > 0) return undefined;
  const query = new URLSearchParams({ vendor: first }).toString();
  return html`<a href="/console/catalog?${query}">View offers of ${first}</a>`;
}

function renderEnd({ run }: RunPageFacts): Html | null {
  const { state, message, mode } = run;
  if (state === "committed") {
    return renderNotice(
      "good",
      mode === "revert" ? "Import reverted." : "Import complete.",
      renderResultLink(run),
    );
  }
  if (state === "failed") {
    return renderNotice("fault", "The run failed. Nothing changed.", message ?? undefined);
  }
  if (state === "interrupted") {
    return renderNotice("fault", "The run was interrupted. Nothing changed.");
  }
  if (state === "cancelled") return renderNotice("neutral", "Run cancelled. Nothing changed.");
  return null;
}

function listFacts({ run, vendors, accountName }: RunPageFacts): Definition[] {
  const { reverts, fileBytes, fileSha256, endedAt, dismissedAt } = run;
  return [
    { term: "State", value: renderRunState(run.state) },
    { term: "Type", value: nameKind(run.kind, run.mode) },
    { term: "Vendor or account", value: nameSubject(run.vendor, vendors, accountName) },
    {
      term: "Reverts",
      value: reverts && html`<a href="${runAddress(reverts)}">Run ${reverts}</a>`,
    },
    { term: "File", value: run.fileName },
    { term: "Size", value: fileBytes === null ? null : formatBytes(fileBytes) },
    { term: "SHA-256", value: fileSha256 && html`<code>${fileSha256}</code>` },
    {
      term: "Started",
      value: html`${renderMoment(run.startedAt)} by ${run.startedBy}`,
    },
    { term: "Ended", value: endedAt && renderMoment(endedAt) },
    { term: "Dismissed", value: dismissedAt && renderMoment(dismissedAt) },
    { term: "Quantities", value: run.report?.stock && renderStockTerms(run.report.stock) },
    { term: "Override reason", value: run.accepted },
  ];
}

function renderSentence({ run, hasFile }: RunPageFacts): string | undefined {
  if (!run.isDry || !canBeCommitted(run)) return undefined;
  return hasFile
    ? "Step 3 of 4: preview of the import. Nothing has changed yet."
    : "Preview of an import whose file was imported or deleted.";
}

function nameRun({ isDry, mode, reverts, runId }: ImportRun): string {
  if (mode === "revert") return `Revert of run ${String(reverts)}, run ${runId}`;
  const what = mode === "edit" ? "Edit" : "Import";
  return `${isDry ? "Check" : what}, run ${runId}`;
}

/** A misspelled name would add a vendor. */
function renderNewVendors({ newVendors }: RunPageFacts): Html | null {
  if (newVendors.length === 0) return null;
  const named = newVendors.slice(0, maxNewVendors).join(", ");
  const others = newVendors.length - maxNewVendors;
  return renderNotice(
    "neutral",
    `New vendors: ${named}${others > 0 ? ` and ${formatCount(others)} others` : ""}`,
    "They have no offers yet. If you expected a known vendor, check the spelling.",
  );
}

export function renderRunPage(shown: RunPageFacts): SitePage {
  const { run, state, hasRefused } = shown;
  const isRunning = run.state === "running";
  const sentence = renderSentence(shown);
  return {
    title: nameRun(run),
    above: { href: "/console/imports", text: texts.list.title },
    ...(sentence === undefined ? {} : { sentence }),
    refreshS: isRunning ? refreshS : undefined,
    body: html`${[
      renderFaults(state),
      renderEnd(shown),
      renderNewVendors(shown),
      shown.isShown ? null : renderNotShown(),
      isRunning ? renderActionsNow(shown) : null,
      renderRunReport(run, hasRefused, shown),
      shown.leftOut,
      shown.rows,
      isRunning ? null : renderActionsNow(shown),
      renderDismiss(shown),
    ]}${renderCard({ title: "Run", body: renderDefinitions(listFacts(shown)) })}`,
  };
}
