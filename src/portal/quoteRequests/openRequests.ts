// Which lines of a form are already in an open quote request of the account.
import { partNumberKey } from "../../catalog/partNumber.ts";
import { type OpenRequest, selectOpenRequests } from "../../quoteRequests/openRequestQueries.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import type { WantedLine } from "./wantedLines.ts";

/** A request for any condition covers each, and a line in any condition is covered by each. */
function covers(request: OpenRequest, { line: { partNumber, condition } }: WantedLine): boolean {
  const isSameCondition =
    request.condition === null || condition === null || request.condition === condition;
  return isSameCondition && partNumberKey(request.partNumber) === partNumberKey(partNumber);
}

/** Whether as much was requested as a line needs, as far as both are known. */
function isEnough({ quantity }: OpenRequest, { line }: WantedLine): boolean {
  return quantity === null || line.quantity === null || quantity >= line.quantity;
}

/**
 * The lines, each with the newest open request for its part. A line is not included at first if as
 * much was requested as it needs, unless a person chose this offer or row.
 */
export async function markRequested(
  { db }: PortalContext,
  { signedIn }: Visit,
  lines: readonly WantedLine[],
  isChosen: boolean,
): Promise<readonly WantedLine[]> {
  const numbers = lines.map(({ line }) => line.partNumber);
  const requests = await selectOpenRequests(db, signedIn.account.accountId, numbers);
  return lines.map((one) => {
    if (one.requested !== undefined) return { ...one, isIncluded: one.isIncluded && isChosen };
    const open = requests.filter((request) => covers(request, one));
    const enough = open.find((request) => isEnough(request, one));
    const isIncluded = one.isIncluded && (isChosen || enough === undefined);
    return { ...one, requested: enough ?? open[0], isIncluded };
  });
}
