// Random histories of a catalog: everything that changes offers, codes or terms, through the
// service's own functions.

import { addCode } from "../../src/catalog/changeCodes.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { moveStock } from "../../src/catalog/queries.ts";
import { putOwnTerm, removeOwnTerm } from "../../src/catalog/terms/changeOwnTerms.ts";
import type { Database } from "../../src/db/database.ts";
import { editOffer, offerVersion, selectOfferTexts } from "../../src/imports/offers/editOffer.ts";
import type { RunId } from "../../src/imports/run.ts";
import { importText, revertImport } from "./importText.ts";
import { runSql } from "./runSql.ts";
import { anyOperator } from "./testOperator.ts";

const header =
  "part_number,part_name,available_stock,price,currency,vendor,condition,unit_of_measure," +
  "interchangeable,shelf_life_expires";
const names = ["PUMP,FUEL", "VALVE,CHECK", "BOLTS", "SEAL,PLAIN", "Läger", ""];

export type CatalogHistory = {
  /** Imports this many random rows, or replaces the vendor's catalog with them. */
  importRows(rows: number, replace: boolean): Promise<void>;
  /**
   * One change: an import, the revert of the last import or edit, an edit of texts or stock, a new
   * code (a condition moves others), a changed or removed term, stock that orders take, return or
   * ship, or rules of an agreement.
   */
  change(): Promise<void>;
};

type Source = {
  readonly db: Database;
  readonly below: (limit: number) => number;
  readonly parts: number;
};

/** Random rows of as many parts, from a random one on. */
function writeRows({ below, parts }: Source, rows: number): string {
  const first = below(parts);
  const lines = Array.from({ length: rows }, (_, row) => {
    const [stock, price] = [below(3) * below(50), below(99_999)];
    // Not three decimals: before them, a point may separate thousands.
    const decimals = ["50", "50", "5055", "1234567"][below(4)];
    const other = below(5) === 0 ? `H-${below(parts)}` : "";
    const cells = [
      `H-${(first + row) % parts}`,
      `"${names[below(names.length)]}"`,
      ...[stock, `${price}.${decimals}`, "USD", "Feed", "NE", "EA", other],
      below(9) === 0 ? "2026-01-01" : "",
    ];
    return cells.join(",");
  });
  return [header, ...lines].join("\n");
}

async function findSome(db: Database, condition: string): Promise<OfferId[]> {
  const text = `select offer_id as id from offers where ${condition} order by offer_id limit 200`;
  const rows = await runSql<{ id: string }>(db, text);
  return rows.map(({ id }) => Number(id) as OfferId);
}

/** Edits some offer; returns the run of the edit, if there is such an offer. */
async function editSome({ db, below, parts }: Source): Promise<RunId | undefined> {
  const [offerId] = await findSome(db, `part_number_key = 'H-${below(parts)}'`);
  const texts = offerId === undefined ? undefined : await selectOfferTexts(db, offerId);
  if (offerId === undefined || texts === undefined) return undefined;
  const form = { offerId, version: offerVersion(texts), shownOnHand: texts.on_hand };
  const changed = below(2) === 0 ? { title: `T${below(99)}` } : { on_hand: `${below(99)}` };
  const typed = { ...form, texts: { ...texts, ...changed } };
  const edited = await editOffer(db, typed, anyOperator, new Date());
  return edited.outcome === "edited" ? edited.runId : undefined;
}

async function addOne({ db, below }: Source, number: number): Promise<void> {
  const name = `code ${number}`;
  const code = `X${String.fromCharCode(65 + (number % 26))}${Math.floor(number / 26)}`;
  const place = { side: "before", neighbour: "NE" } as const;
  const kinds = [
    { kind: "condition", code, name, place },
    { kind: "unit", code, name },
    { kind: "certificate", code, name, synonyms: [] },
  ] as const;
  await addCode(db, kinds[below(kinds.length)] ?? kinds[0]);
}

/** Stores a term, switches one off, or removes one, of a few. */
async function changeTerm({ db, below }: Source): Promise<void> {
  const written = `SHORT ${below(5)}`;
  const change = { actor: anyOperator, now: new Date() };
  const meanings = [[], ["PUMP"], ["VALVE", `LONG ${below(9)}`]][below(3)] ?? [];
  if (below(3) === 0) await removeOwnTerm(db, written, change);
  else await putOwnTerm(db, { written, meanings }, change);
}

/** Rules are added, changed and removed. */
async function changeRules({ db, below }: Source): Promise<void> {
  const text = [
    `insert into agreement_rules (account_id, scope, part_number, part_number_key, unit_price,
        currency, valid_from, updated_at)
      select account_id, 'part', 'H-1', 'H-1', 5, currency, current_date - ${below(1e6)}, now()
      from accounts limit 1`,
    `update agreement_rules set unit_price = ${below(99)} where rule_id % 3 = ${below(3)}`,
    `delete from agreement_rules where rule_id % 7 = ${below(7)}`,
  ][below(3)];
  await runSql(db, text ?? "select");
}

async function moveSome({ db, below }: Source): Promise<void> {
  const kind = (["allocate", "release", "ship"] as const)[below(3)] ?? "allocate";
  const having = kind === "allocate" ? "available_stock > 0" : "allocated > 0";
  const some = await findSome(db, `${having} and offer_id % 97 = ${below(97)}`);
  const quantities = new Map(some.map((offerId) => [offerId, 1]));
  await db.transaction(async (tx) => moveStock(tx, kind, quantities, new Date()));
}

/** A history of part numbers below `parts`. */
export function createHistory(source: Source): CatalogHistory {
  const { db, below, parts } = source;
  const runIds: RunId[] = [];
  let codes = 0;
  async function importRows(rows: number, replace: boolean): Promise<void> {
    const { runId } = await importText(db, writeRows(source, rows), { vendor: "Feed", replace });
    runIds.push(runId);
  }
  const changes: readonly (() => Promise<unknown>)[] = [
    () => importRows(1 + below(Math.ceil(parts / 20)), below(3) === 0),
    async () => {
      const runId = runIds.pop();
      if (runId !== undefined) await revertImport(db, runId);
    },
    async () => {
      const runId = await editSome(source);
      if (runId !== undefined) runIds.push(runId);
    },
    () => {
      codes += 1;
      return addOne(source, codes);
    },
    () => changeTerm(source),
    () => moveSome(source),
    () => changeRules(source),
  ];
  return {
    importRows,
    async change() {
      await changes[below(changes.length)]?.();
    },
  };
}
