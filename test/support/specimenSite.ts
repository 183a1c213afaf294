// A site with the specimen page, its form and a page that reloads itself, open in a real browser.
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { get, ofAccount, type PortalRoute, post } from "../../src/home/portalContext.ts";
import { type FormState, freshForm } from "../../src/kit/html/form.ts";
import { html } from "../../src/kit/html/html.ts";
import { none } from "../../src/kit/site/routes.ts";
import { openBrowser, type TestBrowser } from "./browser.ts";
import { writeSpecimenPage } from "./specimenPage.ts";
import { openTestSite } from "./testSite.ts";
import { openVisitor, type TestVisitor } from "./testVisitor.ts";

export type SpecimenSite = {
  readonly browser: TestBrowser;
  readonly buyer: TestVisitor;
  /** How many times the form was sent. */
  countSent(): number;
  /** Takes an unfinished page, `/progress/ID`, to its next of three turns. */
  advance(id: string): void;
  /** Lets the next requests for an unfinished page fail. */
  failNext(id: string, requests: number): void;
  close(): Promise<void>;
};

const at = new Date("2026-11-21T14:02:03Z");

function stateOf(value: FormState["value"]): FormState {
  const faults = [
    { field: "po", text: "The PO number is longer than 64 characters." },
    { field: "quantity-1", text: "Order 10 or 20: the pack has 10." },
    { field: "", text: "The draft was changed meanwhile." },
  ];
  return { value, faults };
}

export async function openSpecimenSite(): Promise<SpecimenSite> {
  let sent = 0;
  const turns = new Map<string, number>();
  const failures = new Map<string, number>();

  const routes: readonly PortalRoute[] = [
    get("/specimen", "signed in", none, async () => ({
      kind: "page",
      page: writeSpecimenPage(freshForm({ po: "4711" }), at),
    })),
    post("/form", "signed in", none, async (_, { form }) => {
      sent += 1;
      const page = writeSpecimenPage(stateOf(form.text), at);
      return { kind: "page", status: 422, page };
    }),
    get(
      "/progress/:id",
      "signed in",
      ofAccount(async () => null),
      async (_, { param }) => {
        const left = failures.get(param("id")) ?? 0;
        failures.set(param("id"), left - 1);
        if (left > 0) throw new UnavailableError("the test fails the request");
        const turn = turns.get(param("id")) ?? 1;
        const body = html`<p id="count">${turn} of 3</p>`;
        const refreshS = turn < 3 ? { refreshS: 1 } : {};
        return { kind: "page", page: { title: "Progress", body, ...refreshS } };
      },
    ),
  ];
  const site = await openTestSite(routes, "http://127.0.0.1:3000");
  const buyer = await openVisitor(site, site.accountId);
  const browser = await openBrowser(site);
  return {
    browser,
    buyer,
    countSent: () => sent,
    advance(id) {
      turns.set(id, (turns.get(id) ?? 1) + 1);
    },
    failNext(id, requests) {
      failures.set(id, requests);
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
