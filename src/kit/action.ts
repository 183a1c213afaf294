// An action on one thing, declared once: its check, transaction, audit event, refusals and words.
import type { Static, TObject } from "typebox";
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
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
  Same extends string,
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
  ) => Promise<Outcome<NoInfer<Done>> | NoInfer<Same> | NoInfer<Refused>>;
  readonly audit: (
    row: Row,
    input: Static<Schema>,
    done: { readonly at: string; readonly now: Date },
  ) => Audited;
  readonly words: {
    readonly button: (row: Row) => string;
    /** What will happen, said before it does; a question asks first. */
    readonly effects?: (row: Row) => string;
    readonly about: string;
    readonly done: Readonly<Record<Done, string>>;
    /** It is so already, so nothing is done and there is no event. */
    readonly same?: Readonly<Record<Same, string>>;
    readonly refused: Readonly<Record<Refused, string>>;
  };
};

type Performed<Row> =
  | { readonly row: Row; readonly done: string; readonly at: string; readonly text: string }
  | { readonly row: Row; readonly same: string; readonly at: string; readonly text: string }
  | { readonly row: Row; readonly refused: string; readonly text: string };

/** A change as the shell and the operator API serve it. */
export type Verb<Needs extends Context, Row, Who extends Actor = Actor> = {
  readonly name: string;
  readonly verb: string;
  readonly of: Noun<Row, Database>;
  readonly surfaces: readonly Surface[];
  readonly input: TObject;
  readonly about: string;
  /** Undefined if there is no such thing for who asks. */
  readonly perform: (
    context: Needs,
    ask: { readonly id: string; readonly input: unknown },
    call: { readonly actor: Who; readonly now: Date },
  ) => Promise<Performed<Row> | undefined>;
};

/** An action as the surfaces use it. */
export type Action<Needs extends Context, Row> = Verb<Needs, Row> & {
  readonly who: ConsoleAccess;
  readonly isOffered: (row: Row, asked: Pick<Call, "now">) => boolean;
  readonly button: (row: Row) => string;
  readonly effects: (row: Row) => string | null;
  readonly done: ReadonlyMap<string, string>;
};

const verbOf = (name: string): string => name.split(" ").slice(1).join("-");

/** What a change that is written by hand does: it has its own transaction and audit event. */
type VerbDeclaration<Needs extends Context, Row, Who extends Actor, Schema extends TObject> = {
  /** Noun and verb. */
  readonly name: `${string} ${string}`;
  readonly of: Noun<Row, Database>;
  readonly surfaces: readonly Surface[];
  readonly about: string;
  readonly input: Schema;
  /** The text says what was done; undefined if the thing is gone. */
  readonly run: (
    context: Needs,
    row: Row,
    input: Static<Schema>,
    call: { readonly actor: Who; readonly now: Date },
  ) => Promise<
    | undefined
    | { readonly done: string }
    | { readonly same: string }
    | { readonly refused: string; readonly text: string }
  >;
};

export function verb<
  Needs extends Context,
  Row,
  Schema extends TObject,
  Who extends Actor = Actor,
>({ name, of, run, ...declared }: VerbDeclaration<Needs, Row, Who, Schema>): Verb<Needs, Row, Who> {
  return {
    ...declared,
    name,
    of,
    verb: verbOf(name),
    async perform(context, { id, input }, call) {
      const row = await of.find(context.db, id, { lock: false });
      const made = row && (await run(context, row, input as Static<Schema>, call));
      if (row === undefined || made === undefined) return undefined;
      if ("refused" in made) return { row, ...made };
      const [text = ""] = Object.values(made);
      return { row, at: of.idOf(row), text, ...made };
    },
  };
}

export function action<
  Needs extends Context,
  Row,
  Schema extends TObject,
  Done extends string,
  Refused extends string,
  Same extends string = never,
>(declared: ActionDeclaration<Needs, Row, Schema, Done, Same, Refused>): Action<Needs, Row> {
  const { name, of, who, surfaces = ["page"], input, isOffered, run, audit, words } = declared;
  const done = new Map<string, string>(Object.entries(words.done));
  const same = new Map<string, string>(Object.entries(words.same ?? {}));
  const refused = new Map<string, string>(Object.entries(words.refused));
  return {
    name,
    verb: verbOf(name),
    of,
    who,
    surfaces,
    input,
    isOffered,
    button: words.button,
    effects: (row) => words.effects?.(row) ?? null,
    about: words.about,
    done: new Map([...done, ...same]),
    perform: (context, ask, call) =>
      context.db.transaction(async (tx) => {
        const row = await of.find(tx, ask.id, { lock: true });
        if (row === undefined) return undefined;
        const given = ask.input as Static<Schema>;
        const outcome = await run(tx, row, given, { ...call, context });
        const [result, at] =
          typeof outcome === "string" ? [outcome, of.idOf(row)] : [outcome.done, outcome.at];
        const already = same.get(result);
        if (already !== undefined) return { row, same: result, at, text: already };
        const why = refused.get(result);
        if (why !== undefined) return { row, refused: result, text: why };
        recordAuditEvent(tx, {
          actor: call.actor,
          now: call.now,
          subjectKind: of.name,
          subjectId: of.idOf(row),
          accountId: of.accountOf(row),
          ...audit(row, given, { at, now: call.now }),
        });
        return { row, done: result, at, text: done.get(result) ?? "" };
      }),
  };
}
