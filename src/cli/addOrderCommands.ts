import { type Command, InvalidArgumentError, Option } from "commander";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { toWireMoney } from "../money.ts";
import { exportOrders } from "../orders/documents/writeOrderFile.ts";
import {
  type Order,
  type OrderStatus,
  orderStatuses,
  type StoredOrder,
  toOrderNumber,
} from "../orders/order.ts";
import { selectOrder, selectOrders } from "../orders/queries.ts";
import { formatBarePrice, formatMoney, toWirePrice } from "../price.ts";
import { type AccountOption, findAccountId } from "./addAccountCommands.ts";
import { formatTable, type JsonOption, printResult } from "./printResult.ts";
import { addExportOptions, type ExportCommandOptions, runExport } from "./runExport.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 1000) throw new InvalidArgumentError("Expected 1 to 1000.");
  return limit;
}

function describeOrder(order: Order): Record<string, unknown> {
  return {
    order_id: order.orderId,
    order_number: order.orderNumber,
    account_id: order.accountId,
    status: order.status,
    po_number: order.poNumber,
    ship_to: order.shipTo,
    notes: order.notes,
    created_at: order.createdAt.toISOString(),
    subtotal: toWireMoney(order.subtotal),
    lines: order.lines.map((line) => ({
      part_number: line.partNumber,
      title: line.title,
      vendor: line.vendor,
      condition: line.condition,
      unit_of_measure: line.unitOfMeasure,
      quantity: line.quantity,
      list_price: line.listPrice && toWirePrice(line.listPrice),
      unit_price: toWirePrice(line.unitPrice),
      line_total: toWireMoney(line.lineTotal),
      rule_id: line.ruleId,
    })),
  };
}

type OrderOptions = AccountOption & { readonly status?: OrderStatus };
type ListOptions = OrderOptions & JsonOption & { readonly po?: string; readonly limit: number };

async function list(shell: Shell, options: ListOptions): Promise<void> {
  await withDatabase(shell, async (db) => {
    const orders = await selectOrders(db, {
      accountId: await findAccountId(db, options),
      poNumber: options.po ?? null,
      status: options.status ?? null,
      before: null,
      limit: options.limit,
    });
    const rows = orders.map((order) => [
      order.orderNumber,
      order.orderId,
      order.status,
      order.poNumber,
      order.lines.length,
      formatMoney(order.subtotal),
      order.createdAt.toISOString(),
    ]);
    const head = ["number", "order", "status", "PO", "lines", "subtotal", "created"];
    printResult(options.json, orders.map(describeOrder), formatTable(head, rows));
  });
}

async function findOrder(db: Database, named: string): Promise<StoredOrder | undefined> {
  const id = named.toLowerCase();
  if (isUuid(id)) return selectOrder(db, null, id);
  const orderNumber = toOrderNumber(named);
  if (orderNumber === undefined) return undefined;
  const any = { accountId: null, poNumber: null, status: null, before: null, limit: 1 };
  const [order] = await selectOrders(db, { ...any, orderNumber });
  return order;
}

async function show(shell: Shell, named: string, { json }: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const order = await findOrder(db, named);
    if (order === undefined) throw new CommandFailure("notFound", `There is no order ${named}.`);
    const rows = order.lines.map((line) => [
      line.partNumber,
      line.condition,
      line.vendor,
      line.quantity,
      line.unitOfMeasure,
      formatBarePrice(line.unitPrice),
      formatBarePrice(line.lineTotal),
    ]);
    const head = ["part number", "cond", "vendor", "quantity", "unit", "unit price", "line total"];
    printResult(json, describeOrder(order), [
      `Order ${order.orderNumber} (${order.orderId}), ${order.status}, PO ${order.poNumber ?? "-"}`,
      ...formatTable(head, rows),
      `Subtotal ${formatMoney(order.subtotal)}`,
    ]);
  });
}

export function addOrderCommands(program: Command, shell: Shell): void {
  const order = program.command("order").description("list, show and export orders");
  order
    .command("list")
    .description("list orders, newest first")
    .option("--account <account>", "only this account")
    .addOption(
      new Option("--status <status>", "only orders with this status").choices(orderStatuses),
    )
    .option("--po <number>", "only this purchase order number")
    .option("--limit <count>", "maximum number of orders", parseLimit, 50)
    .option("--json", "print JSON", false)
    .action((options: ListOptions) => list(shell, options));
  addExportOptions(order.command("export").description("export order lines to a file"))
    .option("--account <account>", "only this account")
    .addOption(
      new Option("--status <status>", "only orders with this status").choices(orderStatuses),
    )
    .action((options: ExportCommandOptions & OrderOptions) =>
      runExport(shell, "orders", options, async (db, session) => {
        const accountId = await findAccountId(db, options);
        return exportOrders(db, session, { accountId, status: options.status ?? null });
      }),
    );
  order
    .command("show <order>")
    .description("show an order with its lines, by its number or id")
    .option("--json", "print JSON", false)
    .action((named: string, options: JsonOption) => show(shell, named, options));
}
