import type { OrderList } from "../../quickOrders/orderList.ts";
import { selectList, summarizeList } from "../../quickOrders/queries.ts";
import { repeatList, type SaveListOutcome, saveList } from "../../quickOrders/saveList.ts";
import { answerPage, notFound, redirect } from "../../site/visit.ts";
import type { Handler } from "../portalContext.ts";
import { nameField, notSaved, savedField } from "./listMenu.ts";
import { loadListPage, renderListPage } from "./listPage.ts";
import { findUsualView } from "./listView.ts";

const faults: Readonly<Record<Exclude<SaveListOutcome, "saved" | "unknown">, string>> = {
  unnamed: "Enter a name.",
  "too many": "Your account already has 200 saved lists. Remove one of them first.",
};

/** Names and saves a list, or saves it no longer, or shows it with the reason why not. */
export const saveSettings: Handler<OrderList> = async (context, visit, list) => {
  const { form, signedIn } = visit;
  const { accountId } = signedIn.account;
  const settings = { name: form.text(nameField), isSaved: form.text(savedField) !== notSaved };
  const outcome = await saveList(context.db, accountId, list.listId, settings);
  if (outcome === "unknown") return notFound;
  if (outcome === "saved") return redirect(`/quick-order/${list.listId}?named=yes`);
  const renamed = {
    value: (name: string) => form.text(name),
    faults: [{ field: nameField, text: faults[outcome] }],
    prefix: "list",
  };
  const current = (await selectList(context.db, accountId, list.listId)) ?? list;
  const show = findUsualView(await summarizeList(context.db, list.listId));
  const shown = await loadListPage(context, visit, current, { show, after: 0 }, { renamed });
  return answerPage(renderListPage(shown), 422);
};

/** Creates a list with the same rows and shows it. */
export const orderAgain: Handler<OrderList> = async ({ db }, { signedIn, now }, list) => {
  const copyId = await repeatList(db, signedIn, list.listId, now);
  return copyId === undefined ? notFound : redirect(`/quick-order/${copyId}`);
};
