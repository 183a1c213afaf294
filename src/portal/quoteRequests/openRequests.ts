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

/**
 * The lines, each with the newest open request for its part. Such a line is not included at first,
 * unless a person chose this offer or row.
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
    const requested = one.requested ?? requests.find((request) => covers(request, one));
    if (requested === undefined) return one;
    return { ...one, requested, isIncluded: one.isIncluded && isChosen };
  });
}
