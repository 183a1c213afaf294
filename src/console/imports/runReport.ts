// What a run came to: counts, guard rails, the widest moves of prices, refusals by reason.
import { formatCount, formatMoney } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderTable } from "../../html/table.ts";
import { describeCleaned } from "../../imports/cleanedCells.ts";
import type { Refusal, RefusalGroup } from "../../imports/feedRefusals.ts";
import type { ImportRun, PriceMove, RunReport } from "../../imports/importRun.ts";
import { parseAmount, parseCurrency } from "../../money.ts";
import { nameCount } from "./stateWords.ts";

function renderCounts(counts: RunReport["counts"]): Html {
  const figures = Object.entries(counts).map(([name, count]) => ({
    term: `${nameCount(name).slice(0, 1).toUpperCase()}${nameCount(name).slice(1)}`,
    value: formatCount(count),
    kind: "number" as const,
  }));
  return figures.length === 0 ? html`` : renderDefinitions(figures);
}

function renderStops({ stops }: RunReport, run: ImportRun): Html | null {
  if (stops.length === 0) return null;
  const points = stops.map(({ message }) => html`<li>${message}</li>\n`);
  const stopped = "The import stopped, and nothing is changed";
  const passed = "These guard rails were passed";
  const ended = run.state === "committed" ? passed : stopped;
  const title = run.isDry ? "The import would stop here" : ended;
  return renderNotice("short", title, html`<ul>\n${points}</ul>`);
}

/** An amount as a run keeps it, as pages have it; what is no amount stays as it is. */
function renderKept(kept: string): string {
  const [, text, currency] = /^(\S+) ([A-Z]{3})$/.exec(kept) ?? [];
  const code = currency === undefined ? undefined : parseCurrency(currency);
  if (text === undefined || code === undefined) return kept;
  const minor = parseAmount(text, code);
  return minor === undefined ? kept : formatMoney({ minor, currency: code });
}

function renderMoves(moves: readonly PriceMove[]): Html | null {
  if (moves.length === 0) return null;
  return html`<h2>Prices that move furthest</h2>
${renderTable({
  caption: "Prices that move furthest",
  columns: [
    { title: "What", kind: "text" },
    { title: "Before", kind: "number" },
    { title: "After", kind: "number" },
  ],
  rows: moves.map(({ subject, before, after }) => ({
    cells: [subject, renderKept(before), renderKept(after)],
  })),
})}`;
}

function renderSample({ line, column, value, suggestion }: Refusal): Html {
  const said = column === null && value === null ? null : html` <code>${value ?? ""}</code>`;
  const remedy = suggestion === null ? null : html` <span class="quiet">${suggestion}</span>`;
  return html`<li>Line ${formatCount(line)}:${said}${remedy}</li>\n`;
}

function renderRefusals(groups: readonly RefusalGroup[], fileLink: Html | null): Html | null {
  if (groups.length === 0) return null;
  return html`<h2>Refused rows</h2>
${fileLink}${renderTable({
  caption: "Refused rows by reason",
  columns: [
    { title: "Column", kind: "code" },
    { title: "Reason", kind: "prose" },
    { title: "Cells", kind: "number" },
    { title: "Samples", kind: "prose" },
  ],
  rows: groups.map(({ column, reason, count, samples }) => ({
    cells: [
      column ?? "the row",
      reason,
      formatCount(count),
      html`<ul class="plain">\n${samples.map(renderSample)}</ul>`,
    ],
  })),
})}`;
}

function renderRemarks(remarks: readonly string[]): Html | null {
  if (remarks.length === 0) return null;
  const points = remarks.map((remark) => html`<li>${remark}</li>\n`);
  return html`<h2>Worth knowing</h2>
<ul>
${points}</ul>
`;
}

/** The report of a run; `hasRefused`: its refused rows can be had as a file. */
export function renderRunReport(run: ImportRun, hasRefused: boolean): Html | null {
  const { report, runId } = run;
  if (report === null) return null;
  const address = `/console/imports/${runId}/refused.csv`;
  const link = html`<p><a href="${address}">Download the refused rows</a>,
each with what is wrong with it, as CSV: mend it and import it by itself.</p>
`;
  const remarks = [...describeCleaned(report.cleaned), ...report.warnings];
  return html`${[
    renderStops(report, run),
    renderCounts(report.counts),
    renderMoves(report.moves ?? []),
    renderRefusals(report.groups, hasRefused ? link : null),
    renderRemarks(remarks),
  ]}`;
}
