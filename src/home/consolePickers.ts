// Fields that ask for a thing by name, with suggestions. Without script, or with a part of a name,
// the server resolves what was typed, and asks which is meant if several match.
import { Type } from "typebox";
import type { AccountId } from "../accounts/account.ts";
import { type ResolvedAccount, resolveAccount } from "../accounts/foundAccountQueries.ts";
import type { Queryable } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { findKeys, type OperatorKey, selectOperatorKey } from "../keys/operatorKeyQueries.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderTextField, type TextField } from "../kit/html/field.ts";
import type { FormState } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import type { Place } from "../kit/html/page.ts";
import { type Choice, noId } from "../kit/input.ts";
import { accountAddress } from "./consoleAddresses.ts";
import { type Kind, nameKey } from "./consoleHit.ts";

const maxTextLength = 200;
/** How many are named if several match. */
const maxNamed = 6;

/** Kinds that have a value in a field. */
type PickedKind = Extract<Kind, "accounts" | "keys" | "orders" | "parts">;

/** Where the script gets suggestions of one kind. */
export function suggestionsOf(kind: PickedKind): string {
  return `/console/search?kind=${kind}`;
}

/** A field with suggestions of one kind. */
export function renderPicker(state: FormState, kind: PickedKind, field: TextField): Html {
  return renderTextField(state, {
    maxLength: maxTextLength,
    ...field,
    suggestions: suggestionsOf(kind),
  });
}

type Candidate = { readonly id: string; readonly name: string; readonly about: string };

function renderQuestion(
  title: string,
  candidates: readonly Candidate[],
  addressOf: (id: string) => string,
): Html {
  const items = candidates.map(
    ({ id, name, about }) => html`<li><a href="${addressOf(id)}">${name}</a> <span
 class="quiet">${about}</span></li>\n`,
  );
  return renderEmptyState(
    title,
    html`<p>Choose one:</p>
<ul>
${items}</ul>
`,
    "circle-alert",
  );
}

/** `addressOf`: the same list, filtered by the account with an id. */
export async function chooseAccount(
  db: Queryable,
  typed: string,
  addressOf: (accountId: string) => string,
): Promise<Choice<AccountId>> {
  if (typed === "") return { id: null, text: "", question: null };
  const resolved = await resolveAccount(db, typed);
  if (resolved.outcome === "found") {
    const { accountId, name } = resolved.account;
    const above = { href: accountAddress(accountId), text: name };
    return { id: accountId, text: name, question: null, above };
  }
  const accounts = resolved.outcome === "several" ? resolved.accounts : [];
  const candidates = accounts.map(({ accountId, name, email }) => ({
    id: accountId,
    name,
    about: email,
  }));
  const title = `Several accounts match “${typed}”`;
  const question = accounts.length === 0 ? null : renderQuestion(title, candidates, addressOf);
  return { id: noId as AccountId, text: typed, question };
}

/** A list of one account belongs to its page: the way back to it. */
export function placeUnder({ above }: Choice<AccountId>): { readonly above?: Place } {
  return above === undefined ? {} : { above };
}

/** As `chooseAccount`, by the name and last four characters of a key, or its id. */
async function chooseKey(
  db: Queryable,
  typed: string,
  addressOf: (keyId: string) => string,
): Promise<Choice<OperatorKey["keyId"]>> {
  if (typed === "") return { id: null, text: "", question: null };
  const exact = isUuid(typed) ? await selectOperatorKey(db, typed) : undefined;
  const keys = exact === undefined ? await findKeys(db, typed, maxNamed) : [exact];
  const [first] = keys;
  if (first !== undefined && keys.length === 1) {
    return { id: first.keyId, text: nameKey(first), question: null };
  }
  const candidates = keys.map((key) => ({
    id: key.keyId,
    name: nameKey(key),
    about: key.accountName,
  }));
  const title = `Several keys match “${typed}”`;
  const question = keys.length === 0 ? null : renderQuestion(title, candidates, addressOf);
  return { id: noId as OperatorKey["keyId"], text: typed, question };
}

/** The filters of a list that name an account or a key. */
export const accountFilter = Type.Optional(
  Type.String({
    title: "Account",
    maxLength: maxTextLength,
    suggestions: suggestionsOf("accounts"),
    choose: chooseAccount,
  }),
);
export const keyFilter = Type.Optional(
  Type.String({
    title: "API key",
    maxLength: maxTextLength,
    suggestions: suggestionsOf("keys"),
    choose: chooseKey,
  }),
);

/** The fault of a field whose text is not one account. */
export function describeUnresolved(
  resolved: Exclude<ResolvedAccount, { readonly outcome: "found" }>,
  typed: string,
): string {
  if (resolved.outcome === "none")
    return typed === "" ? "Enter the name or ID of an account." : `No account matches “${typed}”.`;
  return `Several accounts match “${typed}”: ${resolved.accounts.map(({ name }) => name).join(", ")}. Enter one of these names.`;
}
