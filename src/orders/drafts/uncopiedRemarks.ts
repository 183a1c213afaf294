import type { Queryable } from "../../db/database.ts";
import { readConvertedRemark } from "../convertedRemark.ts";
import { addWholeRemark, listRemarkParts, splitRemark } from "../lineInstructions.ts";
import type { StoredLine, StoredOrder } from "../order.ts";
import type { NotCopied, OrderEvent } from "../orderEvent.ts";
import { selectOrder } from "../queries.ts";

/** Parts that count what the first order had, or name a day of it. */
const ofQuantity = /^[\d,]+ (?:requested, [\d,]+ ordered$|of [\d,]+ requested|needed by \d)/;

function isCopiedOnRequest(part: string): boolean {
  const isLasting = splitRemark(part).lasting !== null;
  return !isLasting && !ofQuantity.test(part) && readConvertedRemark(part) === undefined;
}

function findUncopiedRemarks(
  copy: Pick<StoredOrder, "lines">,
  from: Pick<StoredOrder, "lines">,
): ReadonlyMap<number, string> {
  const byOffer = Map.groupBy(from.lines, ({ offerId }) => offerId);
  const numbered = copy.lines.map((line, place) => ({ line, number: place + 1 }));
  const found = new Map<number, string>();
  for (const [offerId, own] of Map.groupBy(numbered, ({ line }) => line.offerId)) {
    const originals: readonly StoredLine[] = byOffer.get(offerId) ?? [];
    if (originals.length !== own.length) continue;
    for (const [place, { line, number }] of own.entries()) {
      const parts = listRemarkParts(originals[place]?.remark ?? null).filter(isCopiedOnRequest);
      const remark = parts.join("; ");
      if (remark !== "" && addWholeRemark(line.remark, remark) !== line.remark) {
        found.set(number, remark);
      }
    }
  }
  return found;
}

/**
 * By line number of a duplicate, what it lacks of the remark of its line in the order it is a copy
 * of, without days and counted quantities (decision 246), also if it has no room for that. A line
 * is known by its offer; if the offer has another number of lines in the order, it is not guessed
 * which one was meant. `made` is the first event of the duplicate.
 */
export async function loadUncopiedRemarks(
  db: Queryable,
  copy: StoredOrder,
  made: OrderEvent | undefined,
): Promise<ReadonlyMap<number, string>> {
  const from = made?.details.from;
  const order = from && (await selectOrder(db, copy.accountId, from));
  return order ? findUncopiedRemarks(copy, order) : new Map();
}

/**
 * What was not copied, without the remarks and days that lines of the copy have by now. Only a line
 * that was left out has a wish here; another line with the same wish is none for it.
 */
export function omitWritten(
  { lines = [], ...rest }: NotCopied,
  copy: Pick<StoredOrder, "lines">,
): NotCopied {
  const left = lines.flatMap(({ partNumber, remark, neededBy }) => {
    const own = copy.lines.filter((line) => line.partNumber === partNumber);
    const isWritten =
      remark !== undefined &&
      splitRemark(remark).lasting === null &&
      own.some((line) => addWholeRemark(line.remark, remark) === line.remark);
    const hasDay = own.some((line) => line.neededBy === neededBy);
    const kept = {
      ...(remark !== undefined && !isWritten && { remark }),
      ...(neededBy !== undefined && !hasDay && { neededBy }),
    };
    return Object.keys(kept).length === 0 ? [] : [{ partNumber, ...kept }];
  });
  return { ...rest, ...(left.length > 0 && { lines: left }) };
}
