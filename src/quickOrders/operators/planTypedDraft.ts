// The draft that the rows of a typed list become, as it would be stored now.
import { hash } from "node:crypto";
import type { AccountId } from "../../accounts/account.ts";
import { selectOffers } from "../../catalog/queries.ts";
import { utcDay } from "../../day.ts";
import type { Transaction } from "../../db/database.ts";
import { planDraft } from "../../orders/drafts/createDraft.ts";
import type { RefusedLine } from "../../orders/drafts/editDraft.ts";
import { firstNeededDay } from "../../orders/lineInstructions.ts";
import type { StoredLine } from "../../orders/order.ts";
import { toStoredPrice } from "../../price.ts";
import { type DraftRow, planDrafts } from "../planDrafts.ts";
import { movePastDay } from "../written/rowInstructions.ts";
import type { TypedRow } from "./checkTypedList.ts";

/**
 * "planned": `mark` identifies the lines with their prices. "not ready": the number of rows that
 * cannot be ordered as they are. The other outcomes concern the whole draft.
 */
export type TypedPlan =
  | { readonly outcome: "planned"; readonly lines: readonly StoredLine[]; readonly mark: string }
  | { readonly outcome: "not ready"; readonly rows: number }
  | { readonly outcome: "several currencies" | "outside limits" }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] };

/** Everything that a person sees of the lines before they are stored. */
function markLines(lines: readonly StoredLine[]): string {
  const shown = lines.map((line) => [
    line.offerId,
    line.partNumber,
    line.condition,
    line.vendor,
    line.quantity,
    toStoredPrice(line.unitPrice),
    line.unitPrice.currency,
    line.remark,
    line.neededBy,
    line.requested,
  ]);
  return hash("sha256", JSON.stringify(shown));
}

async function toDraftRows(
  tx: Transaction,
  rows: readonly TypedRow[],
  now: Date,
): Promise<DraftRow[]> {
  const offerIds = rows.flatMap(({ offerId }) => offerId ?? []);
  const offers = await selectOffers(tx, [...new Set(offerIds)], utcDay(now));
  const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]));
  const firstDay = firstNeededDay(now);
  return rows.flatMap((row): DraftRow[] => {
    const { offerId, quantity, unitPrice } = row;
    if (offerId === null || quantity === null || unitPrice === null) return [];
    const { currency } = unitPrice;
    const offer = offerOf.get(offerId);
    const offered = {
      offeredNumber: offer?.partNumber ?? null,
      offeredUnit: offer?.unitOfMeasure ?? null,
    };
    const ordered = { offerId, quantity, currency, listed: row.partNumber, ...offered };
    return [{ ...row, ...ordered, ...movePastDay(row, firstDay) }];
  });
}

/** Plans one draft of all rows of an account's typed list. */
export async function planTypedDraft(
  tx: Transaction,
  accountId: AccountId,
  rows: readonly TypedRow[],
  now: Date,
): Promise<TypedPlan> {
  const open = rows.filter(({ state }) => state !== "ready");
  if (open.length > 0) return { outcome: "not ready", rows: open.length };
  const [draft, ...others] = planDrafts(await toDraftRows(tx, rows, now));
  if (draft === undefined) return { outcome: "not ready", rows: 0 };
  if (others.length > 0) return { outcome: "several currencies" };
  const planned = await planDraft(tx, accountId, draft.lines, now);
  if (planned.outcome !== "edited") return planned;
  return { outcome: "planned", lines: planned.lines, mark: markLines(planned.lines) };
}
