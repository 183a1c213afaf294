// What files and hands did to the offers of a part, the latest first: each field from what to what.
import { type HistoryEntry, listPartHistory, type PartHistory } from "../../catalog/partHistory.ts";
import { nameOffer } from "../../components/offerCells.ts";
import type { Queryable } from "../../db/database.ts";
import { formatCount, formatMoney } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderTable } from "../../html/table.ts";
import type { Currency } from "../../money.ts";
import { runAddress } from "../addresses.ts";

/** Of each offer; what came before is told by the shell. */
const mostEntries = 50;

/** By what a run changed an offer. */
function nameRun({ runId, mode, fileName }: HistoryEntry): Html {
  if (mode === "edit") {
    return html`Edited by hand, <a href="${runAddress(runId)}">run ${runId}</a>`;
  }
  const name = mode === "revert" ? "Undone" : (fileName ?? "A file");
  return html`${name}, <a href="${runAddress(runId)}">run ${runId}</a>`;
}

function showValue(field: string, value: unknown, currency: Currency): Content {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.join(", ");
  if (field === "list_price") return formatMoney({ minor: BigInt(String(value)), currency });
  return Number.isInteger(value) ? formatCount(Number(value)) : String(value);
}

function renderFields({ action, fields, currencies }: HistoryEntry): Content {
  if (action === "deleted") return "Deleted";
  if (fields.length === 0) return html`<span class="quiet">nothing that is shown</span>`;
  const { before, after } = currencies;
  return html`<ul class="plain">
${fields.map(
  (change) => html`<li>${change.field.replaceAll("_", " ")}: ${showValue(
    change.field,
    change.before,
    before,
  )} → ${showValue(change.field, change.after, after)}</li>
`,
)}</ul>`;
}

function renderOfferHistory(offer: PartHistory): Html {
  const { entries, createdRun } = offer;
  const begun =
    createdRun === null
      ? "not by an import"
      : html`by <a href="${runAddress(createdRun)}">run ${createdRun}</a>`;
  const shown = entries.slice(0, mostEntries);
  const more =
    entries.length > shown.length
      ? html` ${formatCount(entries.length - shown.length)} earlier changes are told by
<code>partsdesk catalog history</code>.`
      : null;
  const table = renderTable({
    caption: `Changes of ${nameOffer(offer)}`,
    columns: [
      { title: "When", kind: "words" },
      { title: "By", kind: "text" },
      { title: "Who", kind: "text" },
      { title: "What changed", kind: "prose" },
    ],
    rows: shown.map((entry) => ({
      cells: [
        renderMoment(new Date(entry.at)),
        nameRun(entry),
        entry.startedBy,
        renderFields(entry),
      ],
    })),
  });
  return html`<h2>${nameOffer(offer)}</h2>
${shown.length === 0 ? null : table}<p class="quiet">Created ${begun}.${more}</p>
`;
}

/** The history of every offer of a part. */
export async function renderPartHistory(db: Queryable, partNumber: string): Promise<Html> {
  const offers = await listPartHistory(db, partNumber);
  return html`${offers.map(renderOfferHistory)}<p class="quiet">What orders take and give back is no
change of the catalog and stands with the orders.</p>
`;
}
