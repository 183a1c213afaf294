// The answer of the API to a lookup of a part, as an account gets it, without part_ids. Invariant:
// nothing on the page can be used to order (decision 125).

import { selectAccount } from "../../accounts/queries.ts";
import type { PartIds } from "../../catalog/partId.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderTextField } from "../../html/field.ts";
import { renderButton, renderFaults } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeJson } from "../../html/json.ts";
import { writeCatalogAnswer } from "../../pricing/catalogAnswer.ts";
import { lookUpForAccount } from "../../pricing/lookUpForAccount.ts";
import { partAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";

/** Replaces the part_id. */
const placeholderPartId = "(created for each response)";

const placeholder: Pick<PartIds, "mint"> = {
  mint: (_accountId, offerIds) => offerIds.map(() => placeholderPartId),
};

const maxNameLength = 200;
const include = ["matches", "suggestions", "account_price", "unpriced"] as const;

/** The answer to a lookup with every `include`, as the account gets it now. */
async function readAnswer(
  context: ConsoleContext,
  accountId: NonNullable<Awaited<ReturnType<typeof selectAccount>>>["accountId"],
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
  const account = text === "" ? undefined : await selectAccount(context.db, text);
  const isUnknown = text !== "" && account === undefined;
  const label = "Account name or ID";
  const fault = { field: "account", text: "No account has this name or ID. Enter it in full." };
  const state = { value: () => text, faults: isUnknown ? [fault] : [] };
  const form = html`<form class="filters" action="${partAddress(partNumber)}"
 aria-label="Account">
<input type="hidden" name="view" value="api">
${renderTextField(state, { name: "account", label, maxLength: maxNameLength })}
${renderButton({ text: "Show response" })}
</form>
`;
  const faults = renderFaults(state);
  if (account === undefined) {
    const hint = html`<p class="quiet">Choose an account to see the response with its prices.</p>
`;
    return { body: html`${faults}${form}${hint}`, ...(isUnknown && { status: 422 as const }) };
  }
  const answer = await readAnswer(context, account.accountId, partNumber, visit.now);
  const body = { part_numbers: [partNumber], include };
  return {
    body: html`${form}${renderCodeBlock("POST …/catalog", writeJson(body))}${renderCodeBlock(
      `Response to ${account.name}`,
      writeJson(JSON.parse(answer)),
    )}<p class="quiet">Each <code>part_id</code> is valid for one account and one response, so it
is not shown here.</p>
`,
  };
}
