// Revoking the keys that were selected in the list, after a page that lists them and asks for their
// number.
import { keyState } from "../../accounts/account.ts";
import { operatorActor } from "../../audit/actor.ts";
import { renderKeyTable } from "../../components/keyTable.ts";
import { maxSelected, readSelected } from "../../components/selection.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type FormState, freshForm, renderFaults, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { findTypedNameFault, renderTypedName } from "../../html/question.ts";
import { type OperatorKey, selectKeysById } from "../../keys/operatorKeyQueries.ts";
import { revokeKeys } from "../../keys/revokeKey.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { keyAddress, linkAccount } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { texts } from "./texts.ts";

const { several } = texts;

const listPath = "/console/keys";
export const revokePath = `${listPath}/revoke`;
const above = { href: listPath, text: texts.list.title };
const prefix = "revoke";

function refuseSelection(count: number): Answer {
  const [title, how] =
    count === 0
      ? [several.noneSelected, several.noneSelectedHint]
      : [several.tooMany, several.tooManyHint(maxSelected)];
  const body = renderEmptyState(
    title,
    html`<p>${how} <a href="${listPath}">${texts.list.title}</a></p>`,
  );
  return answerPage({ title: several.title, above, body }, count === 0 ? 200 : 422);
}

function renderKeys(title: string, keys: readonly OperatorKey[], now: Date): Html | null {
  if (keys.length === 0) return null;
  const table = renderKeyTable({
    caption: title,
    keys,
    now,
    address: ({ keyId }) => keyAddress(keyId),
    account: ({ accountId, accountName }) => linkAccount(accountId, accountName),
  });
  return renderCard({ title, body: table });
}

function renderRevokeForm(keys: readonly OperatorKey[], state: FormState): Html {
  const name = several.count(keys.length);
  const fields = keys.map(
    ({ keyId }) => html`<input type="hidden" name="key" value="${keyId}">
`,
  );
  const form = renderForm({
    action: revokePath,
    label: several.title,
    body: html`${fields}${renderFaults(state)}${renderTypedName(state, name)}`,
    button: { text: several.revoke(name), kind: "danger" },
  });
  const body = html`<p>${several.warning}</p>
${form}`;
  return renderCard({ title: several.revoke(name), body });
}

function answerForm(keys: readonly OperatorKey[], now: Date, state: FormState): Answer {
  if (keys.length === 0) return refuseSelection(0);
  const active = keys.filter((key) => keyState(key, now) === "active");
  const others = keys.filter((key) => keyState(key, now) !== "active");
  const form =
    active.length === 0
      ? renderNotice("short", several.noneActive)
      : renderRevokeForm(active, state);
  return answerPage(
    {
      title: several.title,
      above,
      body: html`${renderKeys(several.toRevoke, active, now)}${form}${renderKeys(
        several.notActive,
        others,
        now,
      )}`,
    },
    state.faults.length === 0 ? 200 : 422,
  );
}

/** The page that lists the keys that the address names, before they are revoked. */
export const showRevokeSelected: Handler = async ({ db }, { query, now }) => {
  const ids = readSelected(query, "key");
  if (ids.length === 0 || ids.length > maxSelected) return refuseSelection(ids.length);
  return answerForm(await selectKeysById(db, ids), now, { ...freshForm(), prefix });
};

export const revokeSelected: Handler = async ({ db }, visit) => {
  const { form, now } = visit;
  const ids = readSelected(form, "key");
  if (ids.length === 0 || ids.length > maxSelected) return refuseSelection(ids.length);
  const keys = await selectKeysById(db, ids);
  if (keys.length === 0) return refuseSelection(0);
  const fault = findTypedNameFault(form.text, several.count(ids.length));
  if (fault !== undefined) {
    return answerForm(keys, now, { value: form.text, faults: [fault], prefix });
  }
  const revoked = await revokeKeys(db, keys, now, operatorActor(visit));
  const before = keys.length - revoked;
  const told = before === 0 ? several.done(revoked) : several.doneBefore(revoked, before);
  const notice =
    revoked === 0
      ? renderNotice("short", several.noneRevoked)
      : renderNotice("good", told, several.doneHint);
  const latest = await selectKeysById(db, ids);
  return answerPage({
    title: several.title,
    above,
    body: html`${notice}${renderKeys(texts.list.title, latest, now)}`,
  });
};
