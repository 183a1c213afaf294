// The result of a run: counts, guard rails, largest price changes, refused rows.

import { formatCount } from "../../html/amount.ts";
import { capitalize } from "../../html/capitalize.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderRows } from "../../html/table.ts";
import { describeCleaned } from "../../imports/cleanText.ts";
import type { Refusal, RefusalGroup } from "../../imports/feedRefusals.ts";
import {
  formatReportedPrice,
  type ImportRun,
  type PriceMove,
  type RunReport,
} from "../../imports/importRun.ts";
import { runAddress, valuesAddress } from "../addresses.ts";
import { chooseRows, type RowChoice, renderChoiceRows } from "./leaveOutForm.ts";
import { nameCount } from "./stateWords.ts";
import { texts } from "./texts.ts";
import { valueColumns } from "./valueWords.ts";

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
  return column === null ? "Whole row" : html`<code>${column}</code>`;
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
export function renderRunReport(
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
