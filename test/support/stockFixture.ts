// A fixture for tests of stock: feeds and orders at chosen minutes, on offers of the vendor Acme.

import assert from "node:assert/strict";
import type { StockMode } from "../../src/catalog/feedStock.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { ConductedRun } from "../../src/imports/conductRun.ts";
import { editOffer, offerVersion, selectOfferTexts } from "../../src/imports/offers/editOffer.ts";
import type { RunId } from "../../src/imports/run.ts";
import type { OrderEnd } from "../../src/orders/endOrder.ts";
import { endByOperator, type OperatorOutcome } from "../../src/orders/operatorChanges.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import type { OrderAction } from "../../src/orders/orderEvent.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import {
  catalogHeader,
  type FeedOptions,
  importStockText,
  importText,
  revertImport,
} from "./importText.ts";
import { type OrderFixture, openOrderFixture, type StockCounts } from "./orderFixture.ts";
import { anyOperator } from "./testOperator.ts";

/** Options of a feed at a minute; `asOf` is a minute too. */
type TimedFeed = Omit<FeedOptions, "stock" | "now"> & {
  readonly at?: number;
  readonly mode?: StockMode;
  readonly asOf?: number;
  readonly appliesOlder?: boolean;
};

export type StockFixture = OrderFixture & {
  readonly buyer: SignedIn;
  readonly byOperator: Pick<OrderAction, "actor">;
  /** The moment `minutes` after the fixture was opened. */
  after(minutes: number): Date;
  /** Imports quantities by part number as a catalog file. */
  feedCatalog(rows: Readonly<Record<string, number>>, options?: TimedFeed): Promise<ConductedRun>;
  /** Imports the text of a stock file. */
  feedStock(text: string, options?: TimedFeed): Promise<ConductedRun>;
  offerOf(partNumber: string): Promise<OfferId>;
  /** A confirmed order. */
  order(partNumber: string, quantity: number, at: number): Promise<StoredOrder>;
  end(order: StoredOrder, kind: OrderEnd["kind"], at: number): Promise<OperatorOutcome>;
  /** Types a quantity on hand into the form of an offer; the run, if it changed anything. */
  editStock(offerId: OfferId, onHand: number, at: number): Promise<RunId | undefined>;
  revert(runId: RunId, at: number): Promise<ConductedRun>;
  stock(partNumber: string): Promise<StockCounts | undefined>;
};

function toOptions(after: (minutes: number) => Date, options: TimedFeed) {
  const { at = 0, mode = null, asOf, appliesOlder = false, ...given } = options;
  const stock = { mode, asOf: asOf === undefined ? null : after(asOf), appliesOlder };
  return { ...given, stock, now: after(at) };
}

type Moment = StockFixture["after"];

/** What imports do to stock, and their reverts. */
function createFeeds(
  { db }: OrderFixture,
  after: Moment,
): Pick<StockFixture, "feedCatalog" | "feedStock" | "revert"> {
  return {
    feedCatalog(rows, options = {}) {
      const lines = Object.entries(rows).map(
        ([part, quantity]) => `${part},BOLT,NE,EA,${quantity},10.00,USD,Acme`,
      );
      const text = `${[catalogHeader, ...lines].join("\n")}\n`;
      return importText(db, text, toOptions(after, options));
    },
    feedStock: (text, options = {}) => importStockText(db, text, toOptions(after, options)),
    revert: (runId, at) => revertImport(db, runId, after(at)),
  };
}

/** What operators do to stock: they end orders and edit quantities. */
function createActions(
  { db, mail }: OrderFixture,
  after: Moment,
): Pick<StockFixture, "byOperator" | "end" | "editStock"> {
  return {
    byOperator: { actor: anyOperator },
    end(order, kind, at) {
      const end: OrderEnd =
        kind === "fulfilled" ? { kind, reference: "DN" } : { kind, reason: "short" };
      const { orderId, version } = order;
      return endByOperator(db, { orderId, version, end, actor: anyOperator, now: after(at) }, mail);
    },
    async editStock(offerId, onHand, at) {
      const texts = (await selectOfferTexts(db, offerId)) ?? assert.fail();
      const form = { offerId, version: offerVersion(texts), shownOnHand: texts.on_hand };
      const typed = { ...form, texts: { ...texts, on_hand: String(onHand) } };
      const edited = await editOffer(db, typed, anyOperator, after(at));
      assert.ok(edited.outcome === "edited" || edited.outcome === "unchanged");
      return edited.outcome === "edited" ? edited.runId : undefined;
    },
  };
}

export async function openStockFixture(poolSize = 10): Promise<StockFixture> {
  const fixture = await openOrderFixture(poolSize);
  const buyer: SignedIn = await fixture.openBuyer();
  const after: Moment = (minutes) => new Date(fixture.now.getTime() + minutes * 60_000);

  async function offerOf(partNumber: string): Promise<OfferId> {
    const text = "select offer_id::float8 as id from offers where part_number = $1";
    const [row] = await fixture.run<{ id: number }>(text, [partNumber]);
    assert.ok(row, partNumber);
    return row.id as OfferId;
  }

  return {
    ...fixture,
    ...createFeeds(fixture, after),
    ...createActions(fixture, after),
    buyer,
    after,
    offerOf,
    async order(partNumber, quantity, at) {
      const lines = [[await offerOf(partNumber), quantity]] as const;
      const draft = await fixture.draft(buyer, lines, "PO", after(at));
      const confirmed = await fixture.confirm(buyer, draft, after(at));
      assert.equal(confirmed.outcome, "confirmed");
      return fixture.read(draft);
    },
    stock: async (partNumber) => fixture.countsOf(await offerOf(partNumber)),
  };
}
