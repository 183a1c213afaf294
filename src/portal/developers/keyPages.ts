import type { ApiKey } from "../../accounts/account.ts";
import { userActor } from "../../audit/actor.ts";
import { describeNotReplaceable, findKeyNameFault, readOverlap } from "../../components/keyForm.ts";
import { selectKey } from "../../keys/queries.ts";
import { revokeKey } from "../../keys/revokeKey.ts";
import { rotateKey } from "../../keys/rotateKey.ts";
import { countRequestsOfKey, firstRetainedDay } from "../../requests/queries.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { type KeyShown, showKey } from "./showKey.ts";
import { showNewKey } from "./showNewKey.ts";

/** The requests of a key within the days that the log covers. */
async function countRequests(db: PortalContext["db"], key: ApiKey, now: Date): Promise<number> {
  const counts = await countRequestsOfKey(db, key.accountId, firstRetainedDay(now));
  return counts.find(({ keyId }) => keyId === key.keyId)?.requests ?? 0;
}

export async function showKeyPage(
  { db }: PortalContext,
  { signedIn, now }: Visit,
  key: ApiKey,
): Promise<Answer> {
  const calls = await countRequests(db, key, now);
  return { kind: "page", page: showKey(key, signedIn.user.role === "admin", now, { calls }) };
}

/** The key's page with a change that was refused. */
function refuse(key: ApiKey, { now }: Visit, status: 409 | 422, shown: KeyShown): Answer {
  return { kind: "page", status, page: showKey(key, true, now, shown) };
}

export async function replaceKey(
  context: PortalContext,
  visit: Visit,
  key: ApiKey,
): Promise<Answer> {
  const { form, now } = visit;
  const overlap = readOverlap(form.text("overlap"));
  if (overlap === undefined) {
    const faults = [{ field: "overlap", text: "Choose one of the times." }];
    return refuse(key, visit, 422, { rotating: { value: form.text, faults } });
  }
  const rotated = await rotateKey(context.db, key, overlap, now, userActor(visit));
  if (rotated.outcome === "unknown") return { kind: "not found" };
  if (rotated.outcome === "rotated") {
    const { issued, oldKeyEndsAt } = rotated;
    return { kind: "page", page: await showNewKey(context, issued, oldKeyEndsAt, now) };
  }
  const latest = await selectKey(context.db, key.accountId, key.keyId);
  return refuse(latest ?? key, visit, 409, { refused: describeNotReplaceable(rotated.state) });
}

export async function endKey({ db }: PortalContext, visit: Visit, key: ApiKey): Promise<Answer> {
  const { form, now } = visit;
  const fault = findKeyNameFault(form, key);
  if (fault !== undefined) {
    return refuse(key, visit, 422, { revoking: { value: form.text, faults: [fault] } });
  }
  const outcome = await revokeKey(db, key, now, userActor(visit));
  if (outcome === "unknown") return { kind: "not found" };
  return { kind: "redirect", to: "/developers?done=revoked" };
}
