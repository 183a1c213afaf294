import { type Command, InvalidArgumentError } from "commander";
import { requireAccount } from "../accounts/shellAccounts.ts";
import { addImportOptions } from "../imports/options.ts";
import { addFileCommand, type ImportCommandOptions, runImport } from "../imports/shellImport.ts";
import { limits } from "../kit/contract/limits.ts";
import { parseDay, utcDay } from "../kit/day.ts";
import { toWireMoney } from "../kit/money.ts";
import { formatMoney, type Price, toWirePrice } from "../kit/price.ts";
import { formatTable, printResult } from "../kit/shell/printResult.ts";
import { addExportOptions, type ExportCommandOptions, runExport } from "../kit/shell/runExport.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import type { AgreementRule } from "./agreement.ts";
import { exportAgreement } from "./agreements/exportAgreement.ts";
import {
  type ExplainedOffer,
  explainOffers,
  listPriceSteps,
  type PriceStep,
} from "./explainOffers.ts";

// Formats the explanation of a price: every rule that was checked, in order, and the list price.
function describeRule(rule: AgreementRule): Record<string, unknown> {
  const { term } = rule;
  return {
    rule_id: rule.ruleId,
    run_id: rule.runId,
    vendor: rule.vendor,
    condition: rule.condition,
    min_quantity: rule.minQuantity,
    order_min: rule.orderMin,
    order_multiple: rule.orderMultiple,
    discount_percent: term.kind === "discount" ? term.basisPoints / 100 : null,
    valid_from: rule.validFrom,
    valid_to: rule.validTo,
  };
}

function describeStep({ step, outcome, price, rule, quote }: PriceStep): Record<string, unknown> {
  return {
    step,
    outcome,
    ...(quote && {
      quote: {
        quote_request_number: quote.requestNumber,
        line: quote.lineNumber,
        option: quote.option,
        left: quote.left,
        valid_until: quote.validUntil,
      },
    }),
    unit_price: price === null ? null : toWirePrice(price),
    rule: rule === null ? null : describeRule(rule),
  };
}

/** The output of `--json` for one offer. */
function describePriceExplanation(explained: ExplainedOffer): Record<string, unknown> {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  return {
    part_number: offer.partNumber,
    vendor: offer.vendor,
    condition: offer.condition,
    unit_of_measure: offer.unitOfMeasure,
    unit_price: explanation.price && toWirePrice(explanation.price),
    line_total: lineTotal && toWireMoney(lineTotal),
    quantity_breaks: breaks.map(({ minQuantity, price }) => ({
      min_quantity: minQuantity,
      unit_price: toWirePrice(price),
    })),
    min_quantity: terms.minQuantity,
    multiple: terms.multiple,
    steps: listPriceSteps(explained).map(describeStep),
  };
}

function showMoney(money: Price | null): string {
  if (money === null) return "on request";
  return formatMoney(money);
}

function formatStep({ step, outcome, price, rule, quote }: PriceStep): (string | number | null)[] {
  const narrowed = [rule?.vendor, rule?.condition].filter((name) => typeof name === "string");
  const discount = rule?.term.kind === "discount" ? ` (-${rule.term.basisPoints / 100}%)` : "";
  return [
    step.replaceAll("_", " "),
    outcome.replaceAll("_", " "),
    price === null ? null : `${showMoney(price)}${discount}`,
    rule === null ? null : String(rule.minQuantity),
    narrowed.length === 0 ? null : narrowed.join(", "),
    rule?.validFrom ?? null,
    rule?.validTo ?? quote?.validUntil ?? null,
    rule?.ruleId ?? quote?.requestNumber ?? null,
    rule?.runId ?? null,
  ];
}

const head = ["step", "outcome", "unit price", "from", "only", "valid from", "to", "rule", "run"];

/** Ends with an empty line. */
function formatPriceExplanation(explained: ExplainedOffer, quantity: number): string[] {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  const isOwn = terms.minQuantity !== offer.minQuantity || terms.multiple !== offer.multiple;
  const usual = isOwn ? ` (others: min. ${offer.minQuantity}, multiples of ${offer.multiple})` : "";
  const { partNumber, vendor, condition, unitOfMeasure } = offer;
  const steps = breaks.map(({ minQuantity, price }) => `${showMoney(price)} from ${minQuantity}`);
  const total = lineTotal === null ? "" : `, ${quantity} for ${showMoney(lineTotal)}`;
  return [
    `${partNumber}, ${vendor}, ${condition}, ${unitOfMeasure}: ` +
      `${showMoney(explanation.price)}${total}`,
    ...formatTable(head, listPriceSteps(explained).map(formatStep)).map((line) => `  ${line}`),
    ...(steps.length === 0 ? [] : [`  Breaks: ${steps.join(", ")}.`]),
    `  Min. ${terms.minQuantity}, multiples of ${terms.multiple}${usual}.`,
    "",
  ];
}

type PriceOptions = ImportCommandOptions & { readonly account: string };

type ExplainOptions = {
  readonly account: string;
  readonly part: string;
  readonly condition?: string;
  readonly vendor?: string;
  readonly quantity: number;
  readonly day?: string;
  readonly json: boolean;
};

function parseQuantity(text: string): number {
  const quantity = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (quantity < 1 || quantity > limits.quantity) {
    throw new InvalidArgumentError(`Expected 1 to ${limits.quantity}.`);
  }
  return quantity;
}

function parseDayOption(text: string): string {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError("Expected a day such as 2027-12-31.");
  return day;
}

async function explain(shell: Shell, options: ExplainOptions): Promise<void> {
  const { part, quantity, json } = options;
  const day = options.day ?? utcDay(shell.now());
  await withDatabase(shell, async (db) => {
    const account = await requireAccount(db, options.account);
    const offers = await explainOffers(db, account.accountId, {
      partNumber: part,
      condition: options.condition?.toUpperCase() ?? null,
      vendor: options.vendor ?? null,
      quantity,
      day,
    });
    if (offers.length === 0) {
      const { condition, vendor } = options;
      const where = condition === undefined ? "" : ` in condition ${condition}`;
      const whose = vendor === undefined ? "" : ` of vendor "${vendor}"`;
      throw new CommandFailure("notFound", `There is no part "${part}"${where}${whose}.`);
    }
    const described = offers.map(describePriceExplanation);
    const value = { account_id: account.accountId, day, quantity, offers: described };
    printResult(json, value, [
      `${account.name} on ${day}:`,
      ...offers.flatMap((offer) => formatPriceExplanation(offer, quantity)),
    ]);
  });
}

export function addPriceCommands(program: Command, shell: Shell): void {
  const price = program.command("price").description("import, export and explain account prices");
  addImportOptions(
    addFileCommand(
      price
        .command("import")
        .description("import an account's agreement from a file; invalid rows are refused"),
    ),
    "agreement",
  ).action((path: string, options: PriceOptions) => runImport(shell, "agreement", path, options));
  addExportOptions(
    price.command("export").description("export an agreement to a file that can be imported again"),
  )
    .requiredOption("--account <account>", "id or name of the account")
    .action((options: ExportCommandOptions & { account: string }) =>
      runExport(shell, "agreement", options, async (db, session) =>
        exportAgreement(session, (await requireAccount(db, options.account)).accountId),
      ),
    );
  price
    .command("explain")
    .description("explain an account's price of a part and the rules behind it")
    .requiredOption("--account <account>", "id or name of the account")
    .requiredOption("--part <number>", "part number")
    .requiredOption("--quantity <count>", "ordered quantity", parseQuantity)
    .option("--condition <code>", "only offers in this condition")
    .option("--vendor <name>", "only offers of this vendor")
    .option("--day <day>", "day in UTC instead of today", parseDayOption)
    .option("--json", "print JSON", false)
    .action((options: ExplainOptions) => explain(shell, options));
}
