// Revoking the keys that were selected in the list, after a page that lists them and asks for their
// number.
import { keyState } from "../../accounts/account.ts";
import { operatorActor } from "../../audit/actor.ts";
import { renderKeyTable } from "../../components/keyTable.ts";
import { maxSelected, readSelected } from "../../components/selection.ts";
import { formatCounted } from "../../html/amount.ts";
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

const listPath = "/console/keys";
export const revokePath = `${listPath}/revoke`;
const above = { href: listPath, text: "Keys" };
const prefix = "revoke";

const countKeys = (count: number): string => formatCounted(count, "key");

function refuseSelection(count: number): Answer {
  const [title, how] =
    count === 0
      ? ["No keys selected", "Select active keys in the list with the boxes before their names."]
      : ["Too many keys selected", `Select at most ${maxSelected} keys.`];
  const body = renderEmptyState(title, html`<p>${how} <a href="${listPath}">Keys</a></p>`);
  return answerPage({ title: "Revoke keys", above, body }, count === 0 ? 200 : 422);
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
  const name = countKeys(keys.length);
  const fields = keys.map(
    ({ keyId }) => html`<input type="hidden" name="key" value="${keyId}">
`,
  );
  const form = renderForm({
    action: revokePath,
    label: "Revoke keys",
    body: html`${fields}${renderFaults(state)}${renderTypedName(state, name)}`,
    button: { text: `Revoke ${name}`, kind: "danger" },
  });
  const body = html`<p>Requests with them are refused within a second. This can't be undone.</p>
${form}`;
  return renderCard({ title: `Revoke ${name}`, body });
}

function answerForm(keys: readonly OperatorKey[], now: Date, state: FormState): Answer {
  if (keys.length === 0) return refuseSelection(0);
  const active = keys.filter((key) => keyState(key, now) === "active");
  const others = keys.filter((key) => keyState(key, now) !== "active");
  const form =
    active.length === 0
      ? renderNotice("short", "None of the selected keys is active.")
      : renderRevokeForm(active, state);
  return answerPage(
    {
      title: "Revoke keys",
      above,
      body: html`${renderKeys("Keys to revoke", active, now)}${form}${renderKeys(
        "No longer active",
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
  const fault = findTypedNameFault(form.text, countKeys(ids.length));
  if (fault !== undefined) {
    return answerForm(keys, now, { value: form.text, faults: [fault], prefix });
  }
  const revoked = await revokeKeys(db, keys, now, operatorActor(visit));
  const before = keys.length - revoked;
  const already = before === 0 ? "" : ` Revoked before: ${before}.`;
  const notice =
    revoked === 0
      ? renderNotice("short", "No key was revoked: all of them were revoked before.")
      : renderNotice(
          "good",
          `${countKeys(revoked)} revoked.${already}`,
          "Requests with them are now refused.",
        );
  const latest = await selectKeysById(db, ids);
  return answerPage({
    title: "Revoke keys",
    above,
    body: html`${notice}${renderKeys("Keys", latest, now)}`,
  });
};
