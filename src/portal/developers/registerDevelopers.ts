// The pages for developers: `/developers`, one page a key, and the form that asks for one.
// Everybody of an account reads them, admins change its keys.

import type { ApiKey } from "../../accounts/account.ts";
import { selectKey } from "../../accounts/queries.ts";
import { userActor } from "../../audit/actor.ts";
import { isUuid } from "../../db/isUuid.ts";
import { freshForm } from "../../html/form.ts";
import { requestKey } from "../../keyRequests/requestKey.ts";
import { revokeKey } from "../../keys/revokeKey.ts";
import { rotateKey } from "../../keys/rotateKey.ts";
import { countRequestsOfKey, firstRetainedDay } from "../../requests/queries.ts";
import { describeWait } from "../../signInPages/describeWait.ts";
import type { Answer } from "../../site/visit.ts";
import { describeNotReplaceable, findKeyNameFault } from "../../views/keyForm.ts";
import { readOverlap } from "../../views/overlapOptions.ts";
import type { PortalContext } from "../portalContext.ts";
import type { PortalServer } from "../portalServer.ts";
import type { Visit } from "../visit.ts";
import { showDevelopers } from "./showDevelopers.ts";
import { type KeyShown, showKey } from "./showKey.ts";
import { readKeyWish, showKeyRequest } from "./showKeyRequest.ts";
import { showNewKey } from "./showNewKey.ts";
import { showRequest } from "./showRequest.ts";
import { showRequests } from "./showRequests.ts";

function addRequests({ get, post, context }: PortalServer): void {
  get("/developers/request", {
    access: "admins",
    answer: async () => ({ kind: "page", page: showKeyRequest(freshForm()) }),
  });
  post("/developers/request", {
    access: "admins",
    answer: async ({ signedIn, form, now }) => {
      const wish = readKeyWish(form);
      if (!("keyName" in wish)) {
        const page = showKeyRequest({ value: form.text, faults: wish });
        return { kind: "page", status: 422, page };
      }
      const asked = await requestKey(context, signedIn, wish, now);
      if (asked.outcome === "requested") {
        return { kind: "redirect", to: "/developers?done=requested" };
      }
      const faults = [{ field: "", text: describeWait(asked.waitS) }];
      return { kind: "page", status: 429, page: showKeyRequest({ value: form.text, faults }) };
    },
  });
}

/** Answers with what is done to the key of the address; one of another account is none. */
function withKey(
  { context }: PortalServer,
  act: (key: ApiKey, visit: Visit) => Promise<Answer>,
): (visit: Visit) => Promise<Answer> {
  return async (visit) => {
    const keyId = visit.param("key");
    const { accountId } = visit.signedIn.account;
    const key = isUuid(keyId) ? await selectKey(context.db, accountId, keyId) : undefined;
    return key === undefined ? { kind: "not found" } : act(key, visit);
  };
}

/** How often a key called in the days that are kept. */
async function countCallsOf(db: PortalContext["db"], key: ApiKey, now: Date): Promise<number> {
  const counts = await countRequestsOfKey(db, key.accountId, firstRetainedDay(now));
  return counts.find(({ keyId }) => keyId === key.keyId)?.calls ?? 0;
}

/** The key's page with a change that was refused. */
function refuse(key: ApiKey, { now }: Visit, status: 409 | 422, shown: KeyShown): Answer {
  return { kind: "page", status, page: showKey(key, true, now, shown) };
}

function addRotation(portal: PortalServer): void {
  const { context } = portal;
  portal.post("/developers/keys/:key/rotate", {
    access: "admins",
    answer: withKey(portal, async (key, visit) => {
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
      const refused = describeNotReplaceable(rotated.state);
      return refuse(latest ?? key, visit, 409, { refused });
    }),
  });
}

function addRevocation(portal: PortalServer): void {
  const { context } = portal;
  portal.post("/developers/keys/:key/revoke", {
    access: "admins",
    answer: withKey(portal, async (key, visit) => {
      const { form, now } = visit;
      const fault = findKeyNameFault(form, key);
      if (fault !== undefined) {
        return refuse(key, visit, 422, { revoking: { value: form.text, faults: [fault] } });
      }
      const outcome = await revokeKey(context.db, key, now, userActor(visit));
      if (outcome === "unknown") return { kind: "not found" };
      return { kind: "redirect", to: "/developers?done=revoked" };
    }),
  });
}

/** Adds `/developers` and what stands under it. */
export function registerDevelopers(portal: PortalServer): void {
  const { get, context } = portal;
  get("/developers", {
    access: "signed in",
    answer: async ({ signedIn, query, now }) => ({
      kind: "page",
      page: await showDevelopers(context, signedIn, query.text("done"), now),
    }),
  });
  get("/developers/keys/:key", {
    access: "signed in",
    answer: withKey(portal, async (key, { signedIn, now }) => ({
      kind: "page",
      page: showKey(key, signedIn.user.role === "admin", now, {
        calls: await countCallsOf(context.db, key, now),
      }),
    })),
  });
  get("/developers/calls", {
    access: "signed in",
    answer: (visit) => showRequests(context, visit),
  });
  get("/developers/calls/:request", {
    access: "signed in",
    answer: (visit) => showRequest(context, visit),
  });
  addRequests(portal);
  addRotation(portal);
  addRevocation(portal);
}
