// The keys of the operator API in the console, for admins.
import { Type } from "typebox";
import { keyState } from "../accounts/account.ts";
import { operatorActor } from "../audit/actor.ts";
import type { ConsoleContext, Handler } from "../home/consoleContext.ts";
import { admins, type ConsoleAccess, scopes } from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCopyable } from "../kit/html/codeBlock.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderCheckbox, renderTextField } from "../kit/html/field.ts";
import {
  type FormState,
  freshForm,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { html } from "../kit/html/html.ts";
import { renderAge, renderDayAt, renderMoment } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { list } from "../kit/list.ts";
import { record } from "../kit/record.ts";
import { createRouteBuilders, none } from "../kit/site/routes.ts";
import { type Answer, answerPage, notFound, type SitePage } from "../kit/site/visit.ts";
import { sql } from "../kit/sql.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { expiryFault, keyNameFault, readExpiry, readKeyName } from "./consoleIssue.ts";
import {
  type IssuedOperatorKey,
  issueOperatorKey,
  keyColumns,
  type OperatorKey,
  operatorKeyNoun,
  revokeOperatorKey,
  rotateOperatorKey,
} from "./operatorKey.ts";
import {
  describeNotReplaceable,
  readOverlap,
  renderKeyRotating,
  usualOverlap,
} from "./sharedForm.ts";
import { describeKeyState } from "./sharedTable.ts";

const path = "/console/operator-keys";
const above = { href: path, text: "Operator API keys" };

const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

export const operatorKeyList = list({
  name: "operator-key list",
  of: operatorKeyNoun,
  path,
  who: admins,
  surfaces: ["page", "shell"],
  title: "Operator API keys",
  sentence: html`Keys of your own systems, such as the ERP. <a href="/operator/docs">API reference</a>`,
  caption: "Operator API keys, newest first",
  about: "list the keys of the operator API, newest first",
  filter: Type.Object({}),
  select: keyColumns,
  from: sql`operator_keys k`,
  id: sql`k.key_id`,
  where: () => [],
  orders: { created: { keys: [sql`k.key_id`], isDescending: true } },
  columns: [
    {
      title: "Name",
      kind: "text",
      cell: ({ keyId, name }) => html`<a href="${operatorKeyNoun.address(keyId)}">${name}</a>`,
      plain: ({ name }) => name,
    },
    {
      title: "Ends in",
      kind: "words",
      cell: ({ lastFour }) => html`<code>${lastFour}</code>`,
      plain: ({ lastFour }) => lastFour,
    },
    { title: "Scopes", kind: "words", cell: (key) => key.scopes.join(", ") },
    {
      title: "State",
      kind: "words",
      corner: true,
      cell: describeKeyState,
      plain: keyState,
    },
    {
      title: "Last used",
      kind: "number",
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : renderAge(lastUsedAt)),
      plain: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? "never",
    },
  ],
  none: () => ({
    title: "No keys yet",
    body: html`<p>With a key, your ERP sends stock and reads and ships orders without a person.</p>`,
  }),
  around: async () => ({ primary: renderButtonLink(`${path}/new`, "Issue key", "primary") }),
});

function renderIssuing(state: FormState): SitePage {
  const boxes = scopes.map((scope) => renderCheckbox(state, { name: scope, label: scope }));
  const fields = html`${renderTextField(state, {
    name: "name",
    label: "Name",
    hint: "What uses it, such as ERP. The audit log shows it.",
    autocomplete: "off",
    maxLength: 100,
    focused: true,
  })}<fieldset><legend>Scopes</legend>
<p class="hint">Write includes read.</p>
${boxes}</fieldset>
${renderTextField(state, { name: "expires", label: "Expires on", type: "date", optional: true })}`;
  const button = { text: "Issue key", kind: "primary" } as const;
  return {
    title: "Issue an operator API key",
    above,
    body: html`${renderFaults(state)}${renderForm({ action: `${path}/new`, body: fields, button })}`,
  };
}

/** Shows a key once, right after it was created. */
function reveal({ name, keyId, key }: IssuedOperatorKey): Answer {
  const notice = renderNotice("short", "Copy the key now.", "It is not shown again.");
  const card = html`<p>${renderCopyable(key, "the key")}</p>
<p><a href="${operatorKeyNoun.address(keyId)}">Go to the key</a></p>
`;
  return answerPage({
    title: `Key of ${name}`,
    sentence: "Shown only once.",
    above,
    body: html`${notice}${renderCard({ title: "Key", body: card })}`,
  });
}

const issue: Handler = async ({ db }, visit) => {
  const { form, now } = visit;
  const name = readKeyName(form);
  const expiresAt = readExpiry(form, now);
  const chosen = scopes.filter((scope) => form.text(scope) === "yes");
  if (name === undefined || expiresAt === undefined || chosen.length === 0) {
    const faults = [
      ...(name === undefined ? [keyNameFault] : []),
      ...(chosen.length === 0
        ? [{ field: "orders:read", text: "Choose at least one scope." }]
        : []),
      ...(expiresAt === undefined ? [expiryFault] : []),
    ];
    return answerPage(renderIssuing({ value: form.text, faults }), 422);
  }
  const by = { actor: operatorActor(visit), now };
  const terms = { name, scopes: chosen, expiresAt };
  return reveal(await db.transaction((tx) => issueOperatorKey(tx, terms, by)));
};

const keyRecord = record({
  of: operatorKeyNoun,
  path: `${path}/:key`,
  who: admins,
  actions: [revokeOperatorKey],
  async page(_context: ConsoleContext, { now }, key, { notice, form }) {
    const { keyId, createdAt, expiresAt, lastUsedAt } = key;
    const isReplaceable = keyState(key, now) === "active" && key.replacedBy === null;
    const rotating = {
      address: operatorKeyNoun.address(keyId),
      state: { ...freshForm({ overlap: String(usualOverlap) }), prefix: "rotate" },
      says: "A new key with the same name and scopes is created and shown once.",
    };
    return {
      title: key.name,
      sentence: `Operator API key that ends in ${key.lastFour}.`,
      above,
      body: html`${[
        notice,
        renderDefinitions([
          { term: "State", value: describeKeyState(key, now) },
          { term: "Scopes", value: key.scopes.join(", ") },
          { term: "Created", value: renderMoment(createdAt) },
          { term: "Expires on", value: expiresAt && renderDayAt(expiresAt) },
          { term: "Last used", value: lastUsedAt === null ? "Never" : renderAge(lastUsedAt) },
        ]),
        html`<p><a href="/console/requests?key=${keyId}">Requests</a>
<a href="/console/audit?operator=${keyId}">Activity</a></p>\n`,
        isReplaceable ? renderKeyRotating(rotating) : null,
        form(revokeOperatorKey, "danger"),
      ]}`,
    };
  },
});

const rotate: Handler<OperatorKey> = async (context, visit, key) => {
  const { form, now } = visit;
  const overlap = readOverlap(form.text("overlap")) ?? usualOverlap;
  const by = { actor: operatorActor(visit), now };
  const rotated = await context.db.transaction((tx) =>
    rotateOperatorKey(tx, key.keyId, overlap, by),
  );
  if (rotated === undefined) return notFound;
  if ("issued" in rotated) return reveal(rotated.issued);
  const notice = renderNotice("short", describeNotReplaceable(rotated.refused));
  return keyRecord.show(context, visit, key, { notice }, 409);
};

export const operatorKeyRoutes = [
  ...operatorKeyList.routes,
  get(`${path}/new`, admins, none, async () => answerPage(renderIssuing(freshForm()))),
  post(`${path}/new`, admins, none, issue),
  ...keyRecord.routes,
  post(`${path}/:key/rotate`, admins, keyRecord.load, rotate),
];
