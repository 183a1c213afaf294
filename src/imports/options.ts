// The options of imports, declared once: for the commands of the shell, and as the parameters of the
// operator API.
import { type Command, InvalidArgumentError, Option } from "commander";
import { type StockDeclaration, type StockMode, stockModes } from "../catalog/feedStock.ts";
import { parseMoment } from "../kit/day.ts";
import { listReadings, valueKey } from "../reading/cellValues.ts";
import { type ColumnMapping, leftOutHeader, type RepeatRule, repeatRules } from "./rows/columns.ts";
import type { RunKind } from "./run.ts";

export type FileOptions = {
  readonly column: readonly [string, string][];
  readonly set: readonly [string, string][];
  readonly value: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly fresh?: boolean;
  readonly headerLine?: number;
  readonly sheet?: string;
  readonly repeats?: RepeatRule;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly accept?: string;
};

export type OfferOptions = FileOptions & {
  readonly vendor?: string;
  readonly replace: boolean;
  readonly stock?: StockMode;
  readonly asOf?: Date;
  readonly olderCounts: boolean;
};

export function toMapping(options: FileOptions): ColumnMapping {
  return {
    headers: new Map(options.column),
    fixed: new Map(options.set),
    headerLine: options.headerLine,
    sheet: options.sheet,
    values: options.value,
    repeats: options.repeats,
  };
}

export function toStock({ stock, asOf, olderCounts }: Partial<OfferOptions>): StockDeclaration {
  return { mode: stock ?? null, asOf: asOf ?? null, appliesOlder: olderCounts === true };
}

/** As `addPair`; the header may be empty, which leaves the column out. */
function addColumn(text: string, pairs: readonly [string, string][]): [string, string][] {
  const [, name] = /^([a-z_]+)=$/.exec(text) ?? [];
  if (name === undefined) return addPair(text, pairs);
  return [...addPair(`${name}=-`, pairs).slice(0, -1), [name, leftOutHeader]];
}

function addPair(text: string, pairs: readonly [string, string][]): [string, string][] {
  const [, name, value = ""] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
  // Without a value, all parts have their price on request.
  if (name === undefined || (value === "" && name !== "price")) {
    throw new InvalidArgumentError("Expected name=value.");
  }
  if (pairs.some(([known]) => known === name))
    throw new InvalidArgumentError("This name occurs twice.");
  return [...pairs, [name, value]];
}

const formLike = /^#+(?:\s*[.,/'’-]\s*#+)+$/;

/** Refuses a form that no number or date has, and a meaning that its form cannot have. */
function checkForm(column: string, written: string, meaning: string): void {
  const form = valueKey(written);
  const readings = listReadings(column, form);
  if (readings.includes(meaning)) return;
  if (readings.length > 0) {
    const options = readings.map((reading) => `${column}:${form}=${reading}`).join(" or ");
    throw new InvalidArgumentError(`Expected ${options}.`);
  }
  if (!formLike.test(form)) return;
  throw new InvalidArgumentError(
    `Values of ${column} do not have this form. Numbers have #,### or #.###, dates ##/##/####.`,
  );
}

/** Adds `column:written=read`. */
function addValue(
  text: string,
  values: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [, column, written, read] = /^([a-z_]+):(.*\S.*)=([^=]*)$/s.exec(text) ?? [];
  if (column === undefined || written === undefined || read === undefined) {
    throw new InvalidArgumentError("Expected column:written=read, such as condition:NEW=NE.");
  }
  checkForm(column, written, read.trim());
  const known = values.get(column);
  if (known?.has(valueKey(written)) === true) {
    throw new InvalidArgumentError("This value occurs twice.");
  }
  return new Map([
    ...values,
    [column, new Map([...(known ?? []), [valueKey(written), read.trim()]])],
  ]);
}

function parseLine(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a line number, starting with 1.");
}

function parseAsOf(text: string): Date {
  const moment = parseMoment(text);
  if (moment === undefined) {
    throw new InvalidArgumentError("Expected a time with its zone: 2026-11-21T22:00:00Z.");
  }
  return moment;
}

const absent: Readonly<Record<Exclude<RunKind, "agreement">, string>> = {
  catalog: "discontinue offers of the vendor that are not in the file",
  stock: "set the stock of the vendor's other offers to 0",
};

function addOfferOptions(command: Command, kind: keyof typeof absent): Command {
  const mode = new Option(
    "--stock <mode>",
    "what quantities mean: all on hand, or available only; default: the vendor's last choice",
  );
  const repeats = new Option("--repeats <rule>", "which rows of the same offer count");
  return command
    .addOption(mode.choices(stockModes))
    .option(
      "--as-of <time>",
      "when quantities were counted; default: the as_of column, or else now",
      parseAsOf,
    )
    .option("--older-counts", "replace stock that was counted later, too", false)
    .option("--vendor <name>", "vendor of the offers, if the file has no vendor column")
    .addOption(repeats.choices(repeatRules))
    .option("--replace", absent[kind], false);
}

export function addImportOptions(command: Command, kind: RunKind): Command {
  const withFile = command
    .option(
      "--column <name=header>",
      "header of a column in the file; leave it empty to skip the column; can be repeated",
      addColumn,
      [],
    )
    .option(
      "--set <name=value>",
      "value for rows without one, price= if all are on request; can be repeated",
      addPair,
      [],
    )
    .option(
      "--value <column:written=read>",
      "what a cell of a column means, such as condition:NEW=NE; can be repeated",
      addValue,
      new Map<string, ReadonlyMap<string, string>>(),
    )
    .option("--header-line <line>", "line of the header, if it is not found", parseLine)
    .option("--sheet <name>", "sheet of a workbook, if several have rows")
    .option("--fresh", "ignore what earlier files with this header were read with", false)
    .option("--dry-run", "report what would change and write nothing", false)
    .option(
      "--strict",
      "import nothing if a row is refused; refuse rows with unreadable cells",
      false,
    )
    .option("--accept <reason>", "import although a guard rail stops it, and record this reason");
  if (kind !== "agreement") return addOfferOptions(withFile, kind);
  return withFile.requiredOption("--account <account>", "id or name of the account");
}
