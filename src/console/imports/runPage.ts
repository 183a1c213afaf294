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
  return texts.revert.name(run.runId);
}

function renderRunning({ run, mayImport }: RunPageFacts): Html {
  const { progress, cancelRequestedBy } = run;
  const rows = formatCount(progress?.rows ?? 0);
  const total = progress?.rowsInAll ?? null;
  const words = {
    reading:
      total === null
        ? texts.running.reading(rows)
        : texts.running.readingOf(rows, formatCount(total)),
    comparing: texts.running.comparing(rows),
    waiting: texts.running.waiting(rows),
    writing: texts.running.writing(rows),
  };
  const text = progress === null ? texts.running.starting : words[progress.step];
  const bar = renderProgress(text, progress?.rows ?? 0, Math.max(1, total ?? progress?.rows ?? 1));
  const cancel = renderQuestion(
    texts.running.cancel,
    texts.running.question,
    renderForm({
      action: `${runAddress(run.runId)}/cancel`,
      body: renderButton({ text: texts.running.cancel, kind: "danger" }),
    }),
  );
  if (cancelRequestedBy !== null) {
    const text = texts.running.cancelling(cancelRequestedBy);
    return html`${bar}${renderNotice("neutral", text)}`;
  }
  return html`${bar}<p class="quiet">${texts.running.hint}</p>
${mayImport ? cancel : null}`;
}

function renderCommit({ run, state }: RunPageFacts, fileId: string): Html {
  const isGuarded = stopsToAccept(run).length > 0;
  const reason = renderTextArea(state, {
    name: "reason",
    label: texts.commit.reason,
    rows: 2,
    maxLength: 500,
    hint: texts.commit.reasonHint,
  });
  const refused = run.report?.counts["refused"] ?? 0;
  const policy = renderSelect(state, {
    name: "policy",
    label: refused === 0 ? texts.commit.ifRefused : texts.commit.refused,
    hint: texts.commit.policyHint,
    options: [
      { value: "good", text: texts.commit.others },
      { value: "none", text: texts.commit.nothing },
    ],
  });
  return renderCard({
    title: texts.commit.title,
    body: renderForm({
      action: `${runAddress(run.runId)}/commit`,
      label: texts.commit.title,
      body: [policy, isGuarded ? reason : null],
      button: { text: isGuarded ? texts.commit.override : texts.commit.import, kind: "primary" },
      beside: renderButtonLink(fileAddress(fileId), texts.commit.back, "plain"),
    }),
  });
}

/** Whether an operator has to say first what the quantities are (decision 153). */
function isUndecided({ report }: ImportRun): boolean {
  return (report?.stock?.undecided ?? []).length > 0;
}

/** A check shows what it compared, so an import needs one of the catalog as it is. */
function renderCheckAgain(fileId: string): Html {
  const link = renderButtonLink(fileAddress(fileId), texts.commit.checkNow, "primary");
  return html`${renderNotice("short", texts.commit.outdated)}${renderActions(link)}`;
}

function renderChoice(fileId: string): Html {
  return renderActions(renderButtonLink(fileAddress(fileId), texts.commit.quantities, "primary"));
}

function renderRevert({ run, state, revertedBy }: RunPageFacts): Html {
  if (revertedBy !== null) {
    return html`<p>${texts.revert.revertedBy(runAddress(revertedBy), revertedBy)}</p>\n`;
  }
  if (run.changesExpiredAt !== null) {
    const end = renderMoment(run.changesExpiredAt);
    return html`<p>${texts.revert.expired(describeExpired(run.runId), end)}</p>\n`;
  }
  return renderQuestion(
    texts.revert.open,
    texts.revert.question,
    html`<p>${texts.revert.hint}</p>
${renderForm({
  action: `${runAddress(run.runId)}/revert`,
  label: texts.revert.open,
  body: renderTypedName(state, nameToType(run)),
  button: { text: texts.revert.button(run.runId), kind: "danger" },
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
  if (!hasFile) return html`<p class="quiet">${texts.commit.noFile}</p>\n`;
  if (isUndecided(run)) return renderChoice(run.fileId);
  if (shown.isOutdated) return renderCheckAgain(run.fileId);
  if (canBeCommitted(run)) return renderCommit(shown, run.fileId);
  const back = renderButtonLink(fileAddress(run.fileId), texts.commit.again, "primary");
  return html`<p>${texts.commit.stored}</p>\n${renderActions(back)}`;
}

/** Ends the task of a run that changed nothing. */
function renderDismiss({ run, mayImport }: RunPageFacts): Html | null {
  const isOpen = ["stopped", "failed", "interrupted"].includes(run.state);
  if (!isOpen || !mayImport || run.dismissedAt !== null) return null;
  return renderForm({
    action: runAddress(run.runId, "/dismiss"),
    label: texts.dismiss.button,
    body: html`<p>${texts.dismiss.hint}</p>\n`,
    button: { text: texts.dismiss.button },
  });
}

/** A link to what a run changed; none for several vendors. */
function renderResultLink({ accountId, vendor, vendors }: ImportRun): Html | undefined {
  if (accountId !== null) {
    return html`<a href="${agreementAddress(accountId)}">${texts.run.viewAgreement}</a>`;
  }
  const [first = vendor, ...others] = vendors ?? [];
  if (first === null || others.length > 0) return undefined;
  const query = new URLSearchParams({ vendor: first }).toString();
  return html`<a href="/console/catalog?${query}">${texts.run.viewOffers(first)}</a>`;
}

function renderEnd({ run }: RunPageFacts): Html | null {
  const { state, message, mode } = run;
  if (state === "committed") {
    return renderNotice(
      "good",
      mode === "revert" ? texts.run.reverted : texts.run.complete,
      renderResultLink(run),
    );
  }
  if (state === "failed") {
    return renderNotice("fault", texts.run.failed, message ?? undefined);
  }
  if (state === "interrupted") {
    return renderNotice("fault", texts.run.interrupted);
  }
  if (state === "cancelled") return renderNotice("neutral", texts.run.cancelled);
  return null;
}

function listFacts({ run, vendors, accountName }: RunPageFacts): Definition[] {
  const { reverts, fileBytes, fileSha256, endedAt, dismissedAt } = run;
  return [
    { term: texts.run.state, value: renderRunState(run.state) },
    { term: texts.run.kind, value: nameKind(run.kind, run.mode) },
    { term: texts.run.subject, value: nameSubject(run.vendor, vendors, accountName) },
    {
      term: texts.run.reverts,
      value: reverts && html`<a href="${runAddress(reverts)}">${texts.run.run(reverts)}</a>`,
    },
    { term: texts.run.file, value: run.fileName },
    { term: texts.run.size, value: fileBytes === null ? null : formatBytes(fileBytes) },
    { term: "SHA-256", value: fileSha256 && html`<code>${fileSha256}</code>` },
    {
      term: texts.run.started,
      value: texts.run.startedBy(renderMoment(run.startedAt), run.startedBy),
    },
    { term: texts.run.ended, value: endedAt && renderMoment(endedAt) },
    { term: texts.run.dismissed, value: dismissedAt && renderMoment(dismissedAt) },
    { term: texts.run.quantities, value: run.report?.stock && renderStockTerms(run.report.stock) },
    { term: texts.run.reason, value: run.accepted },
  ];
}

function renderSentence({ run, hasFile }: RunPageFacts): string | undefined {
  if (!run.isDry || !canBeCommitted(run)) return undefined;
  return hasFile ? texts.run.previewStep : texts.run.preview;
}

function nameRun({ isDry, mode, reverts, runId }: ImportRun): string {
  if (mode === "revert") return texts.run.revertOf(String(reverts), runId);
  const what = mode === "edit" ? texts.run.edit : texts.run.import;
  return texts.run.titleOf(isDry ? texts.run.check : what, runId);
}

/** A misspelled name would add a vendor. */
function renderNewVendors({ newVendors }: RunPageFacts): Html | null {
  if (newVendors.length === 0) return null;
  const named = newVendors.slice(0, maxNewVendors).join(", ");
  const others = newVendors.length - maxNewVendors;
  return renderNotice("neutral", texts.run.newVendors(named, others), texts.run.newVendorsHint);
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
    ]}${renderCard({ title: texts.run.title, body: renderDefinitions(listFacts(shown)) })}`,
  };
}
