// A run as a page: how far it is, what it came to, and what can be done now. It is all in the
// database, so that whoever closes the page finds it as it is.
import { formatCount } from "../../html/amount.ts";
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
import { canBeCommitted, stopsToAccept } from "../../importFiles/commitRun.ts";
import type { ImportRun, RunId } from "../../imports/importRun.ts";
import type { SitePage } from "../../site/visit.ts";
import { runAddress } from "../addresses.ts";
import { agreementAddress } from "../agreements/agreementAddress.ts";
import { catalogAddress } from "../catalog/catalogAddress.ts";
import { renderRunReport } from "./runReport.ts";
import { formatBytes, nameKind, nameSubject, renderRunState } from "./stateWords.ts";

const refreshS = 1;

/** All that the page shows. */
export type RunPageFacts = {
  readonly run: ImportRun;
  readonly accountName: string | null;
  /** Whether the file it is of is still here. */
  readonly hasFile: boolean;
  readonly hasRefused: boolean;
  /** The run that undid it. */
  readonly undoneBy: RunId | null;
  readonly state: FormState;
  readonly mayImport: boolean;
};

/** What is typed before a run is undone. */
export function nameToType(run: Pick<ImportRun, "runId">): string {
  return `run ${run.runId}`;
}

function renderRunning({ run, mayImport }: RunPageFacts): Html {
  const { progress, cancelRequestedBy } = run;
  const rows = formatCount(progress?.rows ?? 0);
  const inAll = progress?.rowsInAll ?? null;
  const words = {
    reading: `${rows}${inAll === null ? "" : ` of about ${formatCount(inAll)}`} rows read`,
    comparing: `${rows} rows read; asking what the catalog has`,
    waiting: `${rows} rows read; another import is writing, waiting for it`,
    writing: `${rows} rows accepted; comparing and writing them`,
  };
  const text = progress === null ? "Beginning" : words[progress.step];
  const bar = renderProgress(text, progress?.rows ?? 0, Math.max(1, inAll ?? progress?.rows ?? 1));
  const cancel = renderQuestion(
    "Cancel the run",
    "Stop this run? Nothing of it is kept.",
    renderForm({
      action: `${runAddress(run.runId)}/cancel`,
      body: renderButton({ text: "Stop it", kind: "danger" }),
    }),
  );
  if (cancelRequestedBy !== null) {
    return html`${bar}${renderNotice("neutral", `${cancelRequestedBy} asked it to stop.`)}`;
  }
  return html`${bar}<p class="quiet">It goes on when this page is closed.</p>
${mayImport ? cancel : null}`;
}

function renderCommit({ run, state }: RunPageFacts): Html {
  const isGuarded = stopsToAccept(run).length > 0;
  const reason = renderTextArea(state, {
    ...{ name: "reason", label: "Why it may go on past the guard rails", rows: 2, maxLength: 500 },
    hint: "It is kept with the run and in the audit.",
  });
  const refused = run.report?.counts["refused"] ?? 0;
  const policy = renderSelect(state, {
    name: "policy",
    label: refused === 0 ? "If a row is refused after all" : "Rows that are refused",
    options: [
      { value: "good", text: "Leave them out, and import the good rows" },
      { value: "none", text: "Import nothing" },
    ],
  });
  return html`<h2>Import it</h2>
${renderForm({
  action: `${runAddress(run.runId)}/commit`,
  label: "Import it",
  body: html`${policy}${isGuarded ? reason : null}${renderActions(
    renderButton({ text: isGuarded ? "Import it all the same" : "Import it", kind: "primary" }),
    renderButtonLink(`/console/imports/files/${run.fileId}`, "Back to the columns", "plain"),
  )}`,
})}`;
}

function renderUndo({ run, state, undoneBy }: RunPageFacts): Html {
  if (undoneBy !== null) {
    return html`<p><a href="/console/imports/${undoneBy}">Run ${undoneBy}</a> undid it.</p>\n`;
  }
  return renderQuestion(
    "Undo this run",
    "Put back what it changed?",
    html`<p>It is done by a run of its own, unless a later one changed the same rows: then it stops
and says which. What was sold since stays sold.</p>
${renderForm({
  action: `${runAddress(run.runId)}/revert`,
  label: "Undo this run",
  body: html`${renderTypedName(state, nameToType(run))}${renderActions(
    renderButton({ text: `Undo run ${run.runId}`, kind: "danger" }),
  )}`,
})}`,
  );
}

/** What can be done now. */
function renderNext(shown: RunPageFacts): Html | null {
  const { run, hasFile, mayImport } = shown;
  if (run.state === "running") return renderRunning(shown);
  if (!mayImport) return null;
  if (run.state === "committed") return renderUndo(shown);
  if (run.fileId === null) return null;
  if (!hasFile) return html`<p class="quiet">The file is not here any more.</p>\n`;
  if (canBeCommitted(run)) return renderCommit(shown);
  const back = renderButtonLink(`/console/imports/files/${run.fileId}`, "Try again", "primary");
  return html`<p>The file is still here.</p>\n${renderActions(back)}`;
}

/** Where what a run changed is seen; nothing where that is of several vendors. */
function renderOnward({ accountId, vendor, vendors }: ImportRun): Html | undefined {
  if (accountId !== null) {
    return html`<a href="${agreementAddress(accountId)}">See the agreement</a>`;
  }
  const [first = vendor, ...others] = vendors ?? [];
  if (first === null || others.length > 0) return undefined;
  const query = new URLSearchParams({ vendor: first }).toString();
  return html`<a href="${catalogAddress}?${query}">See the offers of ${first}</a>`;
}

function renderEnd({ run }: RunPageFacts): Html | null {
  const { state, message, mode } = run;
  if (state === "committed") {
    return renderNotice(
      "good",
      mode === "revert" ? "It is undone." : "It is imported.",
      renderOnward(run),
    );
  }
  if (state === "failed") {
    return renderNotice("fault", "The run failed; nothing is changed.", message ?? undefined);
  }
  if (state === "interrupted") {
    return renderNotice("fault", "The program that worked on it ended; nothing is changed.");
  }
  if (state === "cancelled")
    return renderNotice("neutral", "It was cancelled; nothing is changed.");
  return null;
}

function listFacts({ run, accountName }: RunPageFacts): Definition[] {
  const undone = html`<a href="/console/imports/${run.reverts}">Run ${run.reverts}</a>`;
  const fact = (term: string, value: Definition["value"]) =>
    value === null ? [] : [{ term, value }];
  const size = run.fileBytes === null ? null : formatBytes(run.fileBytes);
  const { fileSha256, endedAt } = run;
  const vendors = run.mode === "revert" ? [] : run.vendors;
  return [
    { term: "State", value: renderRunState(run.state) },
    { term: "What", value: nameKind(run.kind, run.mode) },
    { term: "Of", value: nameSubject(run.vendor, vendors, accountName) },
    ...fact("Undoes", run.reverts === null ? null : undone),
    ...fact("File", run.fileName),
    ...fact("Size", size),
    ...fact("SHA-256", fileSha256 === null ? null : html`<code>${fileSha256}</code>`),
    { term: "Began", value: html`${renderMoment(run.startedAt)} by ${run.startedBy}` },
    ...fact("Ended", endedAt === null ? null : renderMoment(endedAt)),
    ...fact("Guard rails passed", run.accepted),
  ];
}

function renderSentence({ run, hasFile }: RunPageFacts): string | undefined {
  if (!run.isDry || !canBeCommitted(run)) return undefined;
  const what = "What the import would do. Nothing is changed yet.";
  return hasFile ? `Step 3 of 4: ${what.slice(0, 1).toLowerCase()}${what.slice(1)}` : what;
}

/** The page of a run. */
export function renderRunPage(shown: RunPageFacts): SitePage {
  const { run, state, hasRefused } = shown;
  const isRunning = run.state === "running";
  const sentence = renderSentence(shown);
  return {
    title: `${run.isDry ? "Check" : "Import"}, run ${run.runId}`,
    above: { href: "/console/imports", text: "Imports" },
    ...(sentence === undefined ? {} : { sentence }),
    refreshS: isRunning ? refreshS : undefined,
    body: html`${[
      renderFaults(state),
      renderEnd(shown),
      isRunning ? renderNext(shown) : null,
      renderRunReport(run, hasRefused),
      isRunning ? null : renderNext(shown),
    ]}<h2>The run</h2>
${renderDefinitions(listFacts(shown))}`,
  };
}
