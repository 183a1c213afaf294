// A forgotten password. Asking does the same for every address, in the same time: whether somebody
// signs in with it comes out later, in the job (decision 82).

import type { EmailAddress } from "../accounts/emailAddress.ts";
import { newId } from "../db/newId.ts";
import { attemptLimits, countSignInAttempts } from "./attemptLimits.ts";
import { clientNetwork } from "./clientNetwork.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { countedAs } from "./peopleKind.ts";
import { insertResetRequest } from "./resetQueries.ts";

/** How asking ends: never does it say whether the address is known. */
export type ResetRequestOutcome =
  | { readonly outcome: "asked" }
  | { readonly outcome: "too many"; readonly waitS: number };

/** Has a link mailed to an address if somebody signs in with it. `address` is the client's. */
export async function requestReset(
  { db, kind }: Pick<PeopleContext, "db" | "kind">,
  request: { readonly email: EmailAddress; readonly address: string },
  now: Date,
): Promise<ResetRequestOutcome> {
  const ofAddress = {
    limit: attemptLimits.resetsOfAddress,
    subject: clientNetwork(request.address),
  };
  const ofEmail = { limit: attemptLimits.resetsOfEmail, subject: countedAs(kind, request.email) };
  const waitS = await countSignInAttempts(db, [ofAddress, ofEmail], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  await insertResetRequest(db, newId(), kind, request.email);
  return { outcome: "asked" };
}
