// The answer of the API to a lookup of a part, as an account gets it, without part_ids. Invariant:
// nothing on the page can be used to order (decision 125).

import type { AccountId } from "../../accounts/account.ts";
import { resolveAccount } from "../../accounts/foundAccountQueries.ts";
import type { PartIds } from "../../catalog/partId.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderButton, renderFaults } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeJson } from "../../html/json.ts";
import { writeCatalogAnswer } from "../../pricing/catalogAnswer.ts";
import { lookUpForAccount } from "../../pricing/lookUpForAccount.ts";
import { partAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { describeUnresolved, renderPicker } from "../search/pickers.ts";
import { texts } from "./texts.ts";

/** Replaces the part_id. */
const placeholderPartId = texts.api.partId;

const placeholder: Pick<PartIds, "mint"> = {
  mint: (_accountId, offerIds) => offerIds.map(() => placeholderPartId),
};

const maxNameLength = 200;
const include = ["matches", "suggestions", "account_price", "unpriced"] as const;

/** The answer to a lookup with every `include`, as the account gets it now. */
async function readAnswer(
  context: ConsoleContext,
  accountId: AccountId,
  partNumber: string,
  now: Date,
): Promise<string> {
  const asked = { partNumbers: [partNumber], partNames: [], inStock: false, withSuggestions: true };
  const parts = await lookUpForAccount(context, accountId, asked, include, now);
  return writeCatalogAnswer(parts, placeholder, accountId, now.getTime());
}

export async function showApiAnswer(
  context: ConsoleContext,
  visit: Visit,
  partNumber: string,
): Promise<{ body: Html; status?: 422 }> {
  const text = visit.query.text("account").trim().slice(0, maxNameLength).toWellFormed();
  const resolved = text === "" ? undefined : await resolveAccount(context.db, text);
  const account = resolved?.outcome === "found" ? resolved.account : undefined;
  const unresolved = resolved?.outcome === "found" ? undefined : resolved;
  const faults =
    unresolved === undefined
      ? []
      : [{ field: "account", text: describeUnresolved(unresolved, text) }];
  const state = { value: () => account?.name ?? text, faults };
  const form = html`<form class="filters" action="${partAddress(partNumber)}"
 aria-label="${texts.api.account}">
<input type="hidden" name="view" value="api">
${renderPicker(state, "accounts", { name: "account", label: texts.api.account })}
${renderButton({ text: texts.api.show })}
</form>
`;
  if (account === undefined) {
    const hint = html`<p class="quiet">${texts.api.hint}</p>
`;
    const body = html`${renderFaults(state)}${form}${hint}`;
    return { body, ...(unresolved !== undefined && { status: 422 as const }) };
  }
  const answer = await readAnswer(context, account.accountId, partNumber, visit.now);
  const body = { part_numbers: [partNumber], include };
  return {
    body: html`${form}${renderCodeBlock("POST …/catalog", writeJson(body))}${renderCodeBlock(
      texts.api.response(account.name),
      writeJson(JSON.parse(answer)),
    )}<p class="quiet">${texts.api.partIdHint}</p>
`,
  };
}
