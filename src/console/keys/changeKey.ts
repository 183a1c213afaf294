import { selectOperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import {
  describeNotReplaceable,
  findKeyNameFault,
  maxReasonLength,
  readOverlap,
} from "../../components/keyForm.ts";
import { mailRotatedKey } from "../../keys/mailNewKey.ts";
import { type OperatorKey, selectOperatorKey } from "../../keys/operatorKeyQueries.ts";
import { revokeKey } from "../../keys/revokeKey.ts";
import { isMailbox } from "../../mail/queueMail.ts";
import { notFound, redirect } from "../../site/visit.ts";
import { keyAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { keyMailParts } from "./keyTerms.ts";
import { revealIssuedKey } from "./revealIssuedKey.ts";
import { showKey } from "./showKey.ts";

export const rotate: Handler<OperatorKey> = async (context, visit, key) => {
  const { form, now } = visit;
  const overlap = readOverlap(form.text("overlap"));
  if (overlap === undefined) {
    const faults = [{ field: "overlap", text: "Choose one of the options." }];
    return showKey(context, visit, key, { rotating: { value: form.text, faults }, status: 422 });
  }
  const account = await selectOperatorAccount(context.db, key.accountId);
  if (account === undefined) return notFound;
  if (!isMailbox(account.email)) {
    const refused = "The account has no valid e-mail address. Edit the account first.";
    return showKey(context, visit, key, { refused, status: 409 });
  }
  const { db, mailEncryption } = context;
  const rotation = { old: key, overlap, actor: operatorActor(visit), now };
  const parts = keyMailParts(context, now);
  const rotated = await mailRotatedKey(db, mailEncryption, account, rotation, parts);
  switch (rotated.outcome) {
    case "rotated": {
      const { keyId } = rotated.issued;
      if (context.people.sendsMail) return redirect(keyAddress(keyId, "?done=replaced"));
      const { accountId, name: accountName } = account;
      const above = { href: keyAddress(keyId), text: key.name };
      const { mailId } = rotated;
      return revealIssuedKey(context, visit, { accountId, accountName, mailId, above });
    }
    case "unknown":
      return notFound;
    case "not active": {
      const refused = describeNotReplaceable(rotated.state);
      const latest = await selectOperatorKey(db, key.keyId);
      return showKey(context, visit, latest ?? key, { refused, status: 409 });
    }
  }
};

export const revoke: Handler<OperatorKey> = async (context, visit, key) => {
  const { form, now } = visit;
  const fault = findKeyNameFault(form, key);
  if (fault !== undefined) {
    const revoking = { value: form.text, faults: [fault] };
    return showKey(context, visit, key, { revoking, status: 422 });
  }
  const reason = form.text("reason").trim().slice(0, maxReasonLength).toWellFormed();
  const outcome = await revokeKey(context.db, key, now, operatorActor(visit), reason);
  if (outcome === "unknown") return notFound;
  return redirect(keyAddress(key.keyId, "?done=revoked"));
};
