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
import { texts } from "./texts.ts";

/** Per offer; `partsdesk catalog history` shows all. */
const maxEntries = 50;

function nameRun({ runId, mode, fileName }: HistoryEntry): Html {
  if (mode === "edit") {
    return texts.history.edited(runAddress(runId), runId);
  }
  const name = mode === "revert" ? texts.history.reverted : (fileName ?? texts.history.file);
  return texts.history.ofRun(name, runAddress(runId), runId);
}

function renderFields({ action, fields, currencies }: HistoryEntry): Content {
  if (action === "deleted") return texts.history.deleted;
  if (fields.length === 0) return html`<span class="quiet">${texts.history.noChange}</span>`;
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
      ? texts.history.withoutImport
      : texts.history.byRun(runAddress(createdRun), createdRun);
  const shown = entries.slice(0, maxEntries);
  const more =
    entries.length > shown.length
      ? html` ${texts.history.more(formatCount(entries.length - shown.length))}`
      : null;
  const created = texts.history.created(origin);
  const table = renderRows(texts.history.caption(nameOffer(offer)), shown, [
    { title: texts.history.when, kind: "words", cell: ({ at }) => renderMoment(new Date(at)) },
    { title: texts.history.source, kind: "text", cell: nameRun },
    { title: texts.history.who, kind: "text", cell: ({ startedBy }) => startedBy },
    { title: texts.history.changes, kind: "prose", cell: renderFields },
  ]);
  return renderCard({
    title: nameOffer(offer),
    body: html`${shown.length === 0 ? null : table}<p class="quiet">${created}${more}</p>
`,
  });
}

export async function renderPartHistory(db: Queryable, partNumber: string): Promise<Html> {
  const [offers, start] = await Promise.all([
    listPartHistory(db, partNumber),
    selectHistoryStart(db),
  ]);
  const expired = start === null ? null : html` ${texts.history.expired(renderMoment(start))}`;
  const { notShown } = texts.history;
  return html`${offers.map(renderOfferHistory)}<p class="quiet">${notShown}${expired}</p>
`;
}
