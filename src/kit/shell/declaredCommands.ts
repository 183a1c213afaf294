// Declarations as commands of the shell. A list prints all its rows, a refusal ends the command with
// exit code 6.
import { type Command, Option } from "commander";
import type { Static, TObject } from "typebox";
import { type ShellActor, shellActor } from "../../audit/actor.ts";
import { createMailEncryption, type MailEncryption } from "../../mail/mailSecrets.ts";
import type { Verb } from "../action.ts";
import type { Context } from "../declared.ts";
import { chooseEach, isRequired, propertiesOf, readInput } from "../input.ts";
import type { Listing } from "../list.ts";
import { toFields } from "../site/fields.ts";
import { toWire } from "../wire.ts";
import { formatTable, type JsonOption, printResult } from "./printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

/** What a declaration of the shell can use. */
export type ShellContext = Context & { readonly mailEncryption: MailEncryption };

type Options = Readonly<Record<string, string | boolean>> & JsonOption;

const rowsAtOnce = 500;

function addOptions(command: Command, schema: TObject): Command {
  for (const [name, { type, title = name, enum: values }] of propertiesOf(schema)) {
    const flag = name.replaceAll("_", "-");
    const option = new Option(type === "boolean" ? `--${flag}` : `--${flag} <${name}>`, title);
    if (values !== undefined) option.choices([...values]);
    command.addOption(option.makeOptionMandatory(isRequired(schema, name)));
  }
  return command.option("--json", "print JSON", false);
}

/** The input that options give; a fault ends the command. */
function readOptions(schema: TObject, options: Options): Static<TObject> {
  const typed = new Map(Object.entries(options));
  const pairs = propertiesOf(schema).flatMap(([name]) => {
    const given = typed.get(name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
    if (given === undefined || given === false) return [];
    return [[name, given === true ? "yes" : given] as const];
  });
  const { input = {}, faults: [fault] = [] } = readInput(schema, toFields(pairs));
  if (fault === undefined) return input;
  throw new CommandFailure("usage", `--${fault.field.replaceAll("_", "-")}: ${fault.text}`);
}

/** The command of a noun, which is added with the first of its verbs. */
function nounOf(program: Command, name: string, kind: string): Command {
  const noun = name.split(" ")[0] ?? "";
  const known = program.commands.find((command) => command.name() === noun);
  return known ?? program.command(noun).description(`list or manage ${kind}s`);
}

function run(shell: Shell, work: (context: ShellContext) => Promise<void>): Promise<void> {
  return withDatabase(shell, (db, _config, secret) =>
    work({ db, mailEncryption: createMailEncryption(secret) }),
  );
}

export function addListCommand<Row>(
  program: Command,
  shell: Shell,
  { name, about, of, filter, columns, select }: Listing<Row>,
): void {
  const command = nounOf(program, name, of.name).command("list").description(about);
  addOptions(command, filter).action((options: Options) =>
    run(shell, async ({ db }) => {
      const chosen = await chooseEach(db, filter, readOptions(filter, options), (of, message) => {
        throw new CommandFailure("usage", `--${of}: ${message}`);
      });
      const now = shell.now();
      const asked = { filter: chosen, now, zone: "UTC" };
      const rows: Row[] = [];
      for (let page: Row[] | undefined; page === undefined || page.length === rowsAtOnce; ) {
        const last = rows.at(-1);
        const after = last === undefined ? null : of.idOf(last);
        page = await select(db, asked, { after, limit: rowsAtOnce });
        rows.push(...page);
      }
      const plain = columns(chosen).filter((column) => column.plain !== null);
      const head = [of.name, ...plain.map(({ title }) => title.toLowerCase())];
      const cells = rows.map((row) => [
        of.idOf(row),
        ...plain.map(({ plain, cell }) => plain?.(row, now) ?? printable(cell(row, now))),
      ]);
      printResult(
        options.json,
        rows.map((row) => (of.wire === undefined ? of.idOf(row) : toWire(of.wire, row, now))),
        formatTable(head, cells),
      );
    }),
  );
}

function printable(content: unknown): string | number | null {
  return typeof content === "string" || typeof content === "number" ? content : null;
}

export function addActionCommand<Row>(
  program: Command,
  shell: Shell,
  { name, verb, about, of, input, perform }: Verb<ShellContext, Row, ShellActor>,
): void {
  const command = nounOf(program, name, of.name)
    .command(`${verb} <${of.name.replaceAll(" ", "-")}>`)
    .description(about);
  addOptions(command, input).action((text: string, options: Options) =>
    run(shell, async (context) => {
      const ask = { id: text, input: readOptions(input, options) };
      const now = shell.now();
      const result = await perform(context, ask, { actor: shellActor, now });
      if (result === undefined) {
        throw new CommandFailure("notFound", `There is no ${of.name} "${text}".`);
      }
      if ("refused" in result) throw new CommandFailure("conflict", result.text);
      const row = (await of.find(context.db, result.at, { lock: false })) ?? result.row;
      const value = { ...toWire(of.wire, row, now), changed: "done" in result };
      printResult(options.json, value, [result.text]);
    }),
  );
}
