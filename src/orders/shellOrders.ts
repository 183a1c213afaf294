import { type Command, InvalidArgumentError, Option } from "commander";
import { type AccountOption, findAccountId } from "../accounts/shellAccounts.ts";
import type { Database, Session } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { formatBarePrice, formatMoney } from "../kit/price.ts";
import { formatTable, type JsonOption, printResult, printTexts } from "../kit/shell/printResult.ts";
import { addExportOptions, type ExportCommandOptions, runExport } from "../kit/shell/runExport.ts";
import { CommandFailure, type Shell, withDatabase, withSession } from "../kit/shell/shell.ts";
import { exportOrders } from "./documents/writeOrderFile.ts";
import { type OrderStatus, orderStatuses, toOrderNumber } from "./order.ts";
import { toReportJson } from "./orderJson.ts";
import { type ReportedOrder, readReportedOrders } from "./recordQueries.ts";

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Expected 1 to 999999999.");
  return Number(text);
}

type ListOptions = AccountOption & {
  readonly status?: OrderStatus;
  readonly po?: string;
  readonly limit?: number;
};

function addListOptions(command: Command, defaultLimit?: number): Command {
  return command
    .option("--account <account>", "only this account")
    .addOption(
      new Option("--status <status>", "only orders with this status").choices(orderStatuses),
    )
    .option("--po <number>", "only this purchase order number")
    .option("--limit <count>", "maximum number of orders", parseLimit, defaultLimit);
}

async function* readListed(
  db: Database,
  session: Session,
  options: ListOptions,
): AsyncGenerator<readonly ReportedOrder[]> {
  const { status, po, limit = null } = options;
  const accountId = await findAccountId(db, options);
  yield* readReportedOrders(db, session, { accountId, status, poNumber: po, limit });
}

async function* writeJsonList(batches: AsyncIterable<readonly ReportedOrder[]>) {
  let before = "[";
  for await (const orders of batches) {
    for (const order of orders) {
      yield before + JSON.stringify(toReportJson(order));
      before = ",";
    }
  }
  yield before === "[" ? "[]\n" : "]\n";
}

/** One table, whose columns are as wide as each batch needs. */
async function* writeTable(batches: AsyncIterable<readonly ReportedOrder[]>) {
  const head = ["number", "order", "status", "PO", "lines", "subtotal", "created"];
  let isEmpty = true;
  const write = (orders: readonly ReportedOrder[]) => {
    const rows = orders.map((order) => [
      order.orderNumber,
      order.orderId,
      order.status,
      order.poNumber,
      order.lines.length,
      formatMoney(order.subtotal),
      order.createdAt.toISOString(),
    ]);
    const lines = formatTable(head, rows).slice(isEmpty ? 0 : 1);
    isEmpty = false;
    return lines.map((line) => `${line}\n`).join("");
  };
  for await (const orders of batches) yield write(orders);
  if (isEmpty) yield write([]);
}

async function list(shell: Shell, options: ListOptions & JsonOption): Promise<void> {
  await withDatabase(shell, (db) =>
    withSession(db, (session) => {
      const batches = readListed(db, session, options);
      return printTexts(options.json ? writeJsonList(batches) : writeTable(batches));
    }),
  );
}

async function findOrder(db: Database, named: string): Promise<ReportedOrder | undefined> {
  const orderId = named.toLowerCase();
  const orderNumber = toOrderNumber(named);
  if (!isUuid(orderId) && orderNumber === undefined) return undefined;
  const key = isUuid(orderId) ? { orderId } : { orderNumber };
  return withSession(db, async (session) => {
    const found = readReportedOrders(db, session, { accountId: null, ...key });
    return (await Array.fromAsync(found)).flat()[0];
  });
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
    printResult(json, toReportJson(order), [
      `Order ${order.orderNumber} (${order.orderId}), ${order.status}, PO ${order.poNumber ?? "-"}`,
      ...formatTable(head, rows),
      `Subtotal ${formatMoney(order.subtotal)}`,
    ]);
  });
}

export function addOrderCommands(program: Command, shell: Shell): void {
  const order = program.command("order").description("list, show and export orders");
  addListOptions(order.command("list").description("list orders, newest first"), 50)
    .option("--json", "print JSON", false)
    .action((options: ListOptions & JsonOption) => list(shell, options));
  const exported = order.command("export").description("export order lines to a file");
  addListOptions(addExportOptions(exported)).action((options: ExportCommandOptions & ListOptions) =>
    runExport(shell, "orders", options, (db, session) =>
      exportOrders(readListed(db, session, options)),
    ),
  );
  order
    .command("show <order>")
    .description("show an order with its lines, by its number or id")
    .option("--json", "print JSON", false)
    .action((named: string, options: JsonOption) => show(shell, named, options));
}
