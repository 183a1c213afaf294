import type { Command } from "commander";
import { shellActor } from "../audit/actor.ts";
import { formatTable, type JsonOption, printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import { cleanText } from "../reading/cleanText.ts";
import { certificateKey } from "../reading/condition.ts";
import { addCode, mapCondition, unmapCondition } from "./changeCodes.ts";
import { selectTradeCodes } from "./codeQueries.ts";
import type { NewCode, TradeCodes } from "./tradeCodes.ts";

type AddOptions = { readonly name: string; readonly json: boolean };
type ConditionOptions = AddOptions & { readonly before?: string; readonly after?: string };
type CertificateOptions = AddOptions & { readonly synonym: readonly string[] };

function readName(option: string, text: string, maxLength: number): string {
  const clean = cleanText(text);
  if (clean.outcome === "refused") throw new CommandFailure("usage", `${option} ${clean.reason}.`);
  if (clean.text === null || [...clean.text].length > maxLength) {
    throw new CommandFailure("usage", `${option}: expected 1 to ${maxLength} characters.`);
  }
  return clean.text;
}

function readShortCode(text: string): string {
  const code = text.trim().toUpperCase();
  if (/^[A-Z0-9]{1,4}$/.test(code)) return code;
  throw new CommandFailure("usage", `"${text}": expected a code of 1 to 4 letters and digits.`);
}

/** A certificate name as in vendor files, where `|` and `;` separate several names. */
function readCertificateName(option: string, text: string): string {
  const name = readName(option, text, 40);
  if (!/[|;]/.test(name) && certificateKey(name) !== "") return name;
  throw new CommandFailure("usage", `${option}: expected letters or digits, without "|" and ";".`);
}

async function add(shell: Shell, code: NewCode, json: boolean): Promise<void> {
  await withDatabase(shell, async (db) => {
    const added = await addCode(db, code);
    if (added.outcome === "exists") {
      throw new CommandFailure("conflict", `The ${code.kind} ${added.taken} already exists.`);
    }
    if (added.outcome === "no neighbour") {
      throw new CommandFailure("notFound", `There is no condition ${added.neighbour}.`);
    }
    const value = { kind: code.kind, code: code.code, name: code.name };
    printResult(json, value, [`Added the ${code.kind} ${code.code}, ${code.name}.`]);
  });
}

async function addCondition(shell: Shell, code: string, options: ConditionOptions): Promise<void> {
  const { before, after, json } = options;
  if ((before === undefined) === (after === undefined)) {
    throw new CommandFailure("usage", "Expected either --before or --after.");
  }
  const side = before === undefined ? "after" : "before";
  const place = { side, neighbour: readShortCode(before ?? after ?? "") } as const;
  const name = readName("--name", options.name, 100);
  await add(shell, { kind: "condition", code: readShortCode(code), name, place }, json);
}

async function addUnit(shell: Shell, code: string, options: AddOptions): Promise<void> {
  const name = readName("--name", options.name, 100);
  await add(shell, { kind: "unit", code: readShortCode(code), name }, options.json);
}

async function addCertificate(
  shell: Shell,
  code: string,
  options: CertificateOptions,
): Promise<void> {
  const synonyms = options.synonym.map((one) => readCertificateName("--synonym", one));
  const certificate = {
    kind: "certificate",
    code: readCertificateName("The code", code),
    name: readName("--name", options.name, 100),
    synonyms,
  } as const;
  await add(shell, certificate, options.json);
}

function formatCodes({ conditions, unitsOfMeasure, certificates }: TradeCodes): string[] {
  return formatTable(
    ["kind", "code", "name", "also called"],
    [
      ...conditions.map(({ code, name, synonyms }) => [
        "condition",
        code,
        name,
        synonyms.length === 0 ? null : synonyms.join("; "),
      ]),
      ...unitsOfMeasure.map(({ code, name }) => ["unit", code, name, null]),
      ...certificates.map(({ code, name, synonyms }) => [
        "certificate",
        code,
        name,
        synonyms.length === 0 ? null : synonyms.join("; "),
      ]),
    ],
  );
}

async function map(shell: Shell, word: string, code: string, json: boolean): Promise<void> {
  const condition = readShortCode(code);
  await withDatabase(shell, async (db) => {
    const by = { actor: shellActor, now: shell.now() };
    const mapped = await mapCondition(db, { word, condition }, by);
    if (mapped.outcome === "invalid") {
      throw new CommandFailure("usage", "The word: expected letters or digits, 40 at most.");
    }
    if (mapped.outcome === "unknown condition") {
      throw new CommandFailure("notFound", `There is no condition ${condition}.`);
    }
    if (mapped.outcome === "is a code") {
      throw new CommandFailure("conflict", `${mapped.code} is itself a condition.`);
    }
    const { synonym } = mapped;
    printResult(json, { synonym, condition }, [`"${synonym}" in files means ${condition}.`]);
  });
}

async function unmap(shell: Shell, word: string, json: boolean): Promise<void> {
  await withDatabase(shell, async (db) => {
    const synonym = await unmapCondition(db, word, { actor: shellActor, now: shell.now() });
    if (synonym === undefined) {
      throw new CommandFailure("notFound", `"${word}" is not mapped to a condition.`);
    }
    printResult(json, { synonym }, [`Files with the condition "${synonym}" are refused again.`]);
  });
}

async function list(shell: Shell, options: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const codes = await selectTradeCodes(db);
    const { conditions, unitsOfMeasure, certificates } = codes;
    const value = { conditions, units_of_measure: unitsOfMeasure, certificates };
    printResult(options.json, value, formatCodes(codes));
  });
}

function addAddCommands(code: Command, shell: Shell): void {
  const add = code.command("add").description("add a code that files can use");
  add
    .command("condition")
    .description("add a condition at its position in the ranking, best first")
    .argument("<code>", "1 to 4 letters and digits")
    .requiredOption("--name <name>", "what it means")
    .option("--before <code>", "rank it directly before this condition")
    .option("--after <code>", "rank it directly after this condition")
    .option("--json", "print JSON", false)
    .action((code: string, options: ConditionOptions) => addCondition(shell, code, options));
  add
    .command("unit")
    .description("add a unit of measure")
    .argument("<code>", "1 to 4 letters and digits")
    .requiredOption("--name <name>", "what it means")
    .option("--json", "print JSON", false)
    .action((code: string, options: AddOptions) => addUnit(shell, code, options));
  add
    .command("certificate")
    .description("add a certificate")
    .argument("<code>", "stored name, 1 to 40 characters")
    .requiredOption("--name <name>", "what it means")
    .option(
      "--synonym <name>",
      "another name that vendors use; can be repeated",
      (name: string, names: readonly string[]) => [...names, name],
      [] as readonly string[],
    )
    .option("--json", "print JSON", false)
    .action((code: string, options: CertificateOptions) => addCertificate(shell, code, options));
}

export function addCodeCommands(program: Command, shell: Shell): void {
  const code = program
    .command("code")
    .description("manage codes of conditions, units of measure and certificates");
  code
    .command("list")
    .description("list all codes, conditions from best to worst")
    .option("--json", "print JSON", false)
    .action((options: JsonOption) => list(shell, options));
  addAddCommands(code, shell);
  code
    .command("map")
    .description("map a word in files to a condition")
    .argument("<word>", "the word, in any case")
    .argument("<code>", "code of the condition")
    .option("--json", "print JSON", false)
    .action((word: string, condition: string, { json }: JsonOption) =>
      map(shell, word, condition, json),
    );
  code
    .command("unmap")
    .description("remove the mapping of a word to a condition")
    .argument("<word>", "the word, in any case")
    .option("--json", "print JSON", false)
    .action((word: string, { json }: JsonOption) => unmap(shell, word, json));
}
