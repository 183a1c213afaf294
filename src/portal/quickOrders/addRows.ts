import { limits } from "../../contract/limits.ts";
import { isUuid } from "../../db/isUuid.ts";
import { renderNotice } from "../../html/notice.ts";
import { type AddRefusal, addReadyRows } from "../../quickOrders/addReadyRows.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { selectList } from "../../quickOrders/queries.ts";
import { readFormVersion } from "../../site/fields.ts";
import { answerPage, notFound, redirect } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler } from "../portalContext.ts";
import { saveRows } from "./changeRows.ts";
import { loadListPage, renderListPage } from "./listPage.ts";
import { formatListAddress, readListView } from "./listView.ts";
import { texts } from "./texts.ts";

/** Adds the ready rows to a draft and redirects there, or shows the list with the reason. */
export const addRows: Handler<OrderList> = async (context, visit, list) => {
  const { form, signedIn, requestId, now } = visit;
  const { listId } = list;
  const view = readListView(form, "all");
  const saved = await saveRows(context, visit, list);
  if (saved.refused.size > 0) {
    const { refused } = saved;
    return answerPage(
      renderListPage(await loadListPage(context, visit, list, view, { refused })),
      422,
    );
  }
  // The total on the button is that of before.
  if (saved.changed.length > 0) return redirect(`${formatListAddress(listId, view)}&saved=yes`);
  const draft = form.text("draft");
  const version = readFormVersion(form);
  const asked = { signedIn, listId, version, requestId, now };
  const outcome =
    draft === "" || isUuid(draft)
      ? await addReadyRows(context, { ...asked, draftId: draft === "" ? null : draft })
      : ({ outcome: "no draft" } as const);
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "added") {
    context.countOrder("placed", outcome.created);
    const [orderId] = outcome.orderIds;
    return orderId === undefined
      ? redirect(formatListAddress(listId, { show: "added", after: 0 }))
      : redirect(orderAddress(orderId, `?list=${listId}`));
  }
  const { title, remedy } = describeAddRefusal(outcome);
  const notice = renderNotice("fault", title, remedy);
  const current = (await selectList(context.db, signedIn.account.accountId, listId)) ?? list;
  const shown = await loadListPage(context, visit, current, view, { notice });
  return answerPage(renderListPage(shown), 409);
};

type RefusalWords = { readonly title: string; readonly remedy: string };

function describeAddRefusal(refusal: AddRefusal): RefusalWords {
  switch (refusal.outcome) {
    case "changed":
      return {
        title: texts.refusal.changed(refusal.rows),
        remedy: texts.refusal.checkAgain,
      };
    case "stale":
      return {
        title: "Nothing added: someone changed this list in the meantime",
        remedy: texts.refusal.checkAgain,
      };
    case "checking":
      return { title: "Nothing added: rows are still being checked", remedy: "Wait a moment." };
    case "nothing":
      return { title: "Nothing added: no row is ready", remedy: "Fix the rows, then add them." };
    case "busy":
      return { title: "Nothing added: the draft is in use", remedy: "Try again in a moment." };
    case "no draft":
      return {
        title: "Nothing added: that order is no longer a draft",
        remedy: "Add the rows to another draft or a new one.",
      };
    case "several currencies":
      return {
        title: "Nothing added: a draft has one currency, but these rows have several",
        remedy: "Add them to new drafts.",
      };
    case "outside limits":
      return {
        title: `Nothing added: a draft can have up to ${limits.orderLines} lines`,
        remedy: "Add the rows to new drafts.",
      };
    case "refused": {
      const message = refusal.lines[0]?.faults[0]?.message ?? "A line can't be ordered.";
      return {
        title: "Nothing added: the draft can't take these rows",
        remedy: `${message} Add them to a new draft, or change the rows.`,
      };
    }
  }
}
