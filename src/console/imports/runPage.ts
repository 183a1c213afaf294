// A run: its progress, its result, and what can be done next.

import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { type Definition, renderDefinitions } from "../../html/definitions.ts";
import { renderSelect, renderTextArea } from "../../html/field.ts";
import {
  type FormState,
  renderActions,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice, renderProgress } from "../../html/notice.ts";
import { renderQuestion, renderTypedName } from "../../html/question.ts";
import { canBeCommitted, stopsToAccept } from "../../importFiles/startRun.ts";
import type { ImportRun, RunId } from "../../imports/importRun.ts";
import { describeExpired } from "../../imports/revertRequest.ts";
import type { SitePage } from "../../site/visit.ts";
import { agreementAddress, fileAddress, runAddress } from "../addresses.ts";
import { renderNotShown } from "../catalog/renderNotShown.ts";
import { renderStockTerms } from "./quantityForm.ts";
import { renderRunReport } from "./runReport.ts";
import { formatBytes, nameKind, nameSubject, renderRunState } from "./stateWords.ts";
import { texts } from "./texts.ts";

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
      "With “Import nothing”, a row is also refused if an optional cell, such as a lead time, " +
      "cannot be read. Otherwise the offer keeps its value.",
    options: [
      { value: "good", text: "Import the other rows" },
      { value: "none", text: "Import nothing" },
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
