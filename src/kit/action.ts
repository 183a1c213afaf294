// An action on one thing, declared once: its check, transaction, audit event, refusals and words.
import type { Static, TObject } from "typebox";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Transaction } from "../db/database.ts";
import type { ConsoleAccess } from "./access.ts";
import type { Call, Context, Noun, Surface } from "./declared.ts";

/** `at`: the thing that came of it, if it is another one. */
type Outcome<Name extends string> = Name | { readonly done: Name; readonly at: string };

type Audited = {
  /** A verb in the past tense and its object. */
  readonly action: string;
  readonly before?: unknown;
  readonly after?: unknown;
};

/** A refusal or an outcome without its text does not compile, nor does one without an event. */
type ActionDeclaration<
  Needs extends Context,
  Row,
  Schema extends TObject,
  Done extends string,
  Refused extends string,
> = {
  /** Noun and verb. */
  readonly name: `${string} ${string}`;
  readonly of: Noun<Row>;
  readonly who: ConsoleAccess;
  readonly surfaces?: readonly Surface[];
  readonly input: Schema;
  /** Whether a page offers it. `run` decides. */
  readonly isOffered: (row: Row, asked: Pick<Call, "now">) => boolean;
  /** Refuses before it writes. The row is locked, as it is now. */
  readonly run: (
    tx: Transaction,
    row: Row,
    input: Static<Schema>,
    call: Call & { readonly context: Needs },
  ) => Promise<Outcome<NoInfer<Done>> | NoInfer<Refused>>;
  readonly audit: (row: Row, input: Static<Schema>, at: string) => Audited;
  readonly words: {
    readonly button: (row: Row) => string;
    readonly about: string;
    readonly done: Readonly<Record<Done, string>>;
    readonly refused: Readonly<Record<Refused, string>>;
  };
};

type Performed<Row> =
  | { readonly row: Row; readonly done: string; readonly at: string; readonly text: string }
  | { readonly row: Row; readonly refused: string; readonly text: string };

/** An action as the surfaces use it. */
export type Action<Needs extends Context, Row> = {
  readonly name: string;
  readonly verb: string;
  readonly of: Noun<Row>;
  readonly who: ConsoleAccess;
  readonly surfaces: readonly Surface[];
  readonly input: TObject;
  readonly isOffered: (row: Row, asked: Pick<Call, "now">) => boolean;
  readonly button: (row: Row) => string;
  readonly about: string;
  readonly done: ReadonlyMap<string, string>;
  /** Undefined if there is no such thing for who asks. */
  readonly perform: (
    context: Needs,
    ask: { readonly id: string; readonly input: unknown },
    call: Call,
  ) => Promise<Performed<Row> | undefined>;
};

export function action<
  Needs extends Context,
  Row,
  Schema extends TObject,
  Done extends string,
  Refused extends string,
>(declared: ActionDeclaration<Needs, Row, Schema, Done, Refused>): Action<Needs, Row> {
  const { name, of, who, surfaces = ["page"], input, isOffered, run, audit, words } = declared;
  const done = new Map<string, string>(Object.entries(words.done));
  const refused = new Map<string, string>(Object.entries(words.refused));
  return {
    name,
    verb: name.split(" ").slice(1).join("-"),
    of,
    who,
    surfaces,
    input,
    isOffered,
    button: words.button,
    about: words.about,
    done,
    perform: (context, ask, call) =>
      context.db.transaction(async (tx) => {
        const row = await of.find(tx, ask.id, { lock: true });
        if (row === undefined) return undefined;
        const given = ask.input as Static<Schema>;
        const outcome = await run(tx, row, given, { ...call, context });
        const [result, at] =
          typeof outcome === "string" ? [outcome, ask.id] : [outcome.done, outcome.at];
        const why = refused.get(result);
        if (why !== undefined) return { row, refused: result, text: why };
        recordAuditEvent(tx, {
          actor: call.actor,
          now: call.now,
          subjectKind: of.name,
          subjectId: of.idOf(row),
          accountId: of.accountOf(row),
          ...audit(row, given, at),
        });
        return { row, done: result, at, text: done.get(result) ?? "" };
      }),
  };
}
