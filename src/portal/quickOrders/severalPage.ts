// "Fix several": what can be done for many rows at once, each row with what it changes and costs. A
// person clears the rows that should stay as they are, then does the rest with one button.
import { formatCount, formatCounted } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderForm } from "../../html/form.ts";
import { type Content, html } from "../../html/html.ts";
import { type Row, renderTable } from "../../html/table.ts";
import type { Money } from "../../money.ts";
import { formatMoney, multiplyPrice } from "../../price.ts";
import { describeOrderTerms } from "../../pricing/orderTerms.ts";
import { type ChosenFix, changeList, maxChangedRows } from "../../quickOrders/changeList.ts";
import type { SeveralKind } from "../../quickOrders/fixes/planFixes.ts";
import { planSeveral, type SeveralFix } from "../../quickOrders/fixes/planSeveral.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { markTexts, textsOfRow } from "../../quickOrders/rowTexts.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage, notFound, redirect } from "../../site/visit.ts";
import type { Handler } from "../portalContext.ts";
import { describeSuggested, nameFix } from "./fixWords.ts";

const titles: Readonly<Record<SeveralKind, (rows: string) => string>> = {
  number: (rows) => `Use the suggested number: ${rows}`,
  cheapest: (rows) => `Choose the cheapest in the same condition: ${rows}`,
  reduce: (rows) => `Reduce to available stock: ${rows}`,
  round: (rows) => `Round up to packs: ${rows}`,
  convert: (rows) => `Convert to the unit of the part: ${rows}`,
  remove: (rows) => `Remove rows not found: ${rows}`,
};

/** What a fix makes of its row, and why. */
function describeChange({ row, fix, facts }: SeveralFix): string {
  const terms = facts.named === null ? [] : describeOrderTerms(facts.named.terms);
  switch (fix.kind) {
    case "quantity":
      return [`Order ${formatCount(fix.quantity)}`, fix.several === "round" ? terms : []]
        .flat()
        .join(", ");
    case "convert": {
      const { exact, unit } = fix.conversion;
      const rounded = exact === null ? [] : `rounded up from ${exact} ${unit}`;
      return [nameFix(fix, facts.named), rounded].flat().join(", ");
    }
    case "offer": {
      const { vendor, condition } = fix.choice.offer;
      const quantity = fix.ordered?.quantity ?? row.quantity ?? 0;
      return `${formatCount(quantity)} from ${vendor}, ${condition}`;
    }
    case "number":
      return `${fix.part.partNumber}: ${describeSuggested(fix.part)}`;
    default:
      return nameFix(fix, facts.named);
  }
}

/** What a row costs once it is fixed, at the quantity that it then has by itself. */
function findCost({ row, fix, facts }: SeveralFix): Money | null {
  const costOf = (choice: SeveralFix["facts"]["named"], quantity: number | null) => {
    const price = choice !== null && quantity !== null ? choice.priceAt(quantity) : null;
    return price === null || quantity === null ? null : multiplyPrice(price, quantity);
  };
  if (fix.kind === "quantity") return costOf(facts.named, fix.quantity);
  if (fix.kind === "convert") return fix.conversion.cost;
  if (fix.kind === "number") return costOf(fix.part.choice, row.quantity);
  return fix.kind === "offer" ? costOf(fix.choice, fix.ordered?.quantity ?? row.quantity) : null;
}

function sumCosts(costs: readonly (Money | null)[]): string {
  const byCurrency = Map.groupBy(
    costs.filter((cost) => cost !== null),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .map(([currency, some]) => {
      return formatMoney({ currency, minor: some.reduce((sum, { minor }) => sum + minor, 0n) });
    })
    .join(" and ");
}

function renderRow(one: SeveralFix): Row {
  const { row, fix } = one;
  const { rowNumber, partNumber } = row;
  const cost = findCost(one);
  const value = `${rowNumber}:${markTexts(textsOfRow(row))}:${fix.mark}`;
  const change = describeChange(one);
  // A part that is not found may be wanted all the same: its quote is requested then.
  const isRemoved = fix.kind === "remove";
  return {
    pick: html`<input type="checkbox" name="fix"${!isRemoved && html` checked`} value="${value}" autocomplete="off"
 aria-label="Row ${rowNumber}: ${change}">`,
    cells: [
      formatCount(rowNumber),
      partNumber,
      textsOfRow(row).quantity,
      change,
      cost && formatMoney(cost),
    ],
  };
}

function renderGroup([kind, fixes]: readonly [SeveralKind, readonly SeveralFix[]]): Content {
  const total = kind === "remove" ? "" : sumCosts(fixes.map(findCost));
  const title = titles[kind](formatCounted(fixes.length, "row"));
  const table = renderTable({
    caption: title,
    pickHead: html`<span class="unseen">Fix</span>`,
    columns: [
      { title: "Row", kind: "number" },
      { title: "Part number", kind: "code" },
      { title: "In your list", kind: "text", titled: true },
      { title: "Change", kind: "prose" },
      { title: "Cost", kind: "number" },
    ],
    rows: fixes.map(renderRow),
  });
  return renderCard({ title: total === "" ? title : `${title}, ${total}`, body: table });
}

export const showSeveral: Handler<OrderList> = async (context, { now }, list) => {
  const { groups, hasMore } = await planSeveral(context, list, now);
  const none = renderEmptyState(
    "Nothing to fix for several rows",
    html`<p>The rows that need attention need a decision of their own.</p>`,
  );
  const form = renderForm({
    action: `/quick-order/${list.listId}/several`,
    body: html`${[...groups].map(renderGroup)}`,
    button: { text: "Fix checked rows", kind: "primary" },
  });
  const more = hasMore && html`<p class="hint">More rows follow once these are fixed.</p>\n`;
  return answerPage({
    title: "Fix several rows",
    above: { href: `/quick-order/${list.listId}`, text: list.name },
    sentence: "Checked rows are fixed; the others stay as they are.",
    body: html`${groups.size === 0 ? none : form}${more}`,
  });
};

function readChosen(form: Fields): ChosenFix[] {
  const chosen = form.all("fix").flatMap((text): ChosenFix[] => {
    const [, row, seen = "", mark = ""] = /^([1-9]\d{0,8}):([0-9a-f]{12}):(.+)$/s.exec(text) ?? [];
    return row === undefined ? [] : [{ rowNumber: Number(row), seen, mark }];
  });
  return chosen.slice(0, maxChangedRows);
}

/** Fixes the checked rows, and shows the list. */
export const fixSeveral: Handler<OrderList> = async (context, { form, now }, list) => {
  const { accountId, listId } = list;
  const fixes = readChosen(form);
  const done = await changeList(context, { accountId, listId, now }, { typed: [], fixes });
  if (done === undefined) return notFound;
  const rows = done.changed.length + done.removed.length;
  const stale = done.stale.length + done.refused.size;
  return redirect(`/quick-order/${listId}?fixed=${rows}&stale=${stale}`);
};
