import { selectHistoryStart } from "../../catalog/changeQueries.ts";
import { type HistoryEntry, listPartHistory, type PartHistory } from "../../catalog/partHistory.ts";
import { nameOffer } from "../../components/offerCells.ts";
import type { Queryable } from "../../db/database.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderRows } from "../../html/table.ts";
import { runAddress } from "../addresses.ts";
import { formatField } from "./formatField.ts";

/** Per offer; `partsdesk catalog history` shows all. */
const maxEntries = 50;

function nameRun({ runId, mode, fileName }: HistoryEntry): Html {
  if (mode === "edit") {
    return html`Edited, <a href="${runAddress(runId)}">run ${runId}</a>`;
  }
  const name = mode === "revert" ? "Reverted" : (fileName ?? "File");
  return html`${name}, <a href="${runAddress(runId)}">run ${runId}</a>`;
}

function renderFields({ action, fields, currencies }: HistoryEntry): Content {
  if (action === "deleted") return "Deleted";
  if (fields.length === 0) return html`<span class="quiet">no visible change</span>`;
  const { before, after } = currencies;
  return html`<ul class="plain">
${fields.map(
  (change) => html`<li>${change.field.replaceAll("_", " ")}: ${formatField(
    change.field,
    change.before,
    before,
  )} → ${formatField(change.field, change.after, after)}</li>
`,
)}</ul>`;
}

function renderOfferHistory(offer: PartHistory): Html {
  const { entries, createdRun } = offer;
  const origin =
    createdRun === null
      ? "without an import"
      : html`by <a href="${runAddress(createdRun)}">run ${createdRun}</a>`;
  const shown = entries.slice(0, maxEntries);
  const more =
    entries.length > shown.length
      ? html` ${formatCount(entries.length - shown.length)} more changes: use
<code>partsdesk catalog history</code>.`
      : null;
  const table = renderRows(`Changes of ${nameOffer(offer)}`, shown, [
    { title: "When", kind: "words", cell: ({ at }) => renderMoment(new Date(at)) },
    { title: "Source", kind: "text", cell: nameRun },
    { title: "Who", kind: "text", cell: ({ startedBy }) => startedBy },
    { title: "Changes", kind: "prose", cell: renderFields },
  ]);
  return renderCard({
    title: nameOffer(offer),
    body: html`${shown.length === 0 ? null : table}<p class="quiet">Created ${origin}.${more}</p>
`,
  });
}

export async function renderPartHistory(db: Queryable, partNumber: string): Promise<Html> {
  const [offers, start] = await Promise.all([
    listPartHistory(db, partNumber),
    selectHistoryStart(db),
  ]);
  const expired =
    start === null ? null : html` Changes before ${renderMoment(start)} have expired.`;
  return html`${offers.map(renderOfferHistory)}<p class="quiet">What orders allocate and ship
is not shown here.${expired}</p>
`;
}
