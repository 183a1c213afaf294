import type { FieldFault } from "../../../html/form.ts";
import { mayChooseColumns } from "../../../quickOrders/layout/chooseColumns.ts";
import { selectUploadFacts } from "../../../quickOrders/layout/uploadQueries.ts";
import type { OrderList } from "../../../quickOrders/orderList.ts";
import { type Answer, answerPage, notFound, redirect } from "../../../site/visit.ts";
import type { Handler, PortalContext } from "../../portalContext.ts";
import { renderColumnsPage } from "./columnsPage.ts";
import { fillColumns, readColumns, readColumnsForm } from "./readColumns.ts";

function listAddress({ listId }: OrderList): string {
  return `/quick-order/${listId}`;
}

/** The facts of an upload whose columns can still be chosen. */
async function loadFacts({ db }: PortalContext, list: OrderList) {
  const facts = await selectUploadFacts(db, list.listId);
  if (facts === undefined) return notFound;
  return mayChooseColumns(list, facts) ? facts : redirect(listAddress(list));
}

export const showColumns: Handler<OrderList> = async (context, { query }, list) => {
  const facts = await loadFacts(context, list);
  if ("kind" in facts) return facts;
  const columns = readColumns(facts, query);
  const { doubt } = facts;
  return answerPage(renderColumnsPage({ list, columns, state: fillColumns(columns), doubt }));
};

/** Reads the list with the chosen columns and shows it, or shows the form with what is wrong. */
export const saveColumns: Handler<OrderList> = async (context, { form, now }, list) => {
  const facts = await loadFacts(context, list);
  if ("kind" in facts) return facts;
  const columns = readColumns(facts, form);
  const refuse = (fault: FieldFault): Answer => {
    const state = { value: (name: string) => form.text(name), faults: [fault] };
    return answerPage(renderColumnsPage({ list, columns, state, doubt: null }), 422);
  };
  const mapping = readColumnsForm(form, columns);
  if ("field" in mapping) return refuse(mapping);
  const reading = { kind: "chooseColumns", given: [list, mapping, now] } as const;
  const chosen = await context.readList(list.accountId, reading);
  if (chosen.outcome === "refused") return refuse({ field: "", text: chosen.message });
  return chosen.outcome === "unknown" ? notFound : redirect(listAddress(list));
};
