// The pages of keys: those of all accounts, one key, and for the desk replacing and revoking it.

import { selectOperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import { isUuid } from "../../db/isUuid.ts";
import { mailRotatedKey } from "../../keys/mailNewKey.ts";
import { type OperatorKey, selectOperatorKey } from "../../keys/operatorKeyQueries.ts";
import { revokeKey } from "../../keys/revokeKey.ts";
import { isMailbox } from "../../mail/queueMail.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import { describeNotReplaceable, findKeyNameFault } from "../../views/keyForm.ts";
import { readOverlap } from "../../views/overlapOptions.ts";
import { allRoles, operatorAndAdminRoles } from "../allRoles.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { keyMailParts } from "./keyMailParts.ts";
import { type KeyShown, showKey } from "./showKey.ts";
import { showKeys } from "./showKeys.ts";

/** Answers with what is done to the key of the address. */
function withKey(
  { context }: ConsoleServer,
  act: (visit: Visit, key: OperatorKey) => Promise<Answer>,
): (visit: Visit) => Promise<Answer> {
  return async (visit) => {
    const id = visit.param("key");
    const key = isUuid(id) ? await selectOperatorKey(context.db, id) : undefined;
    return key === undefined ? notFound : act(visit, key);
  };
}

/** The key's page, as it stands by now, with a change that was refused. */
async function refuse(
  context: ConsoleContext,
  visit: Visit,
  key: OperatorKey,
  status: 409 | 422,
  shown: KeyShown,
): Promise<Answer> {
  const latest = (await selectOperatorKey(context.db, key.keyId)) ?? key;
  return { kind: "page", status, page: await showKey(context, visit, latest, shown) };
}

async function rotate(context: ConsoleContext, visit: Visit, key: OperatorKey): Promise<Answer> {
  const { form, now } = visit;
  const overlap = readOverlap(form.text("overlap"));
  if (overlap === undefined) {
    const faults = [{ field: "overlap", text: "Choose one of the times." }];
    return refuse(context, visit, key, 422, { rotating: { value: form.text, faults } });
  }
  const account = await selectOperatorAccount(context.db, key.accountId);
  if (account === undefined) return notFound;
  if (!isMailbox(account.email)) {
    const refused = "The account has no address that mail can be written to. Edit it first.";
    return refuse(context, visit, key, 409, { refused });
  }
  const rotation = { old: key, overlap, actor: operatorActor(visit), now };
  const parts = await keyMailParts(context, now);
  const rotated = await mailRotatedKey(
    context.db,
    context.mailEncryption,
    account,
    rotation,
    parts,
  );
  switch (rotated.outcome) {
    case "rotated":
      return redirect(`/console/keys/${rotated.issued.keyId}?done=replaced`);
    case "unknown":
      return notFound;
    case "not active":
      return refuse(context, visit, key, 409, { refused: describeNotReplaceable(rotated.state) });
  }
}

async function revoke(context: ConsoleContext, visit: Visit, key: OperatorKey): Promise<Answer> {
  const { form, now } = visit;
  const fault = findKeyNameFault(form, key);
  if (fault !== undefined) {
    const revoking = { value: form.text, faults: [fault] };
    return refuse(context, visit, key, 422, { revoking });
  }
  const outcome = await revokeKey(context.db, key, now, operatorActor(visit));
  if (outcome === "unknown") return notFound;
  return redirect(`/console/keys/${key.keyId}?done=revoked`);
}

/** Adds `/console/keys` and what is under it. */
export function registerKeys(desk: ConsoleServer): void {
  const { get, post, context } = desk;
  get("/console/keys", { roles: allRoles, answer: (visit) => showKeys(context, visit) });
  get("/console/keys/:key", {
    roles: allRoles,
    answer: withKey(desk, async (visit, key) => ({
      kind: "page",
      page: await showKey(context, visit, key),
    })),
  });
  post("/console/keys/:key/rotate", {
    roles: operatorAndAdminRoles,
    answer: withKey(desk, (visit, key) => rotate(context, visit, key)),
  });
  post("/console/keys/:key/revoke", {
    roles: operatorAndAdminRoles,
    answer: withKey(desk, (visit, key) => revoke(context, visit, key)),
  });
}
