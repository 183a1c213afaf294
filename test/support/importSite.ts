// What the tests of imports open before the first of a file, and close after the last.
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { openBrowser, skipWithoutBrowser, type TestBrowser } from "./browser.ts";
import { share } from "./share.ts";
import { openTestApp, type TestApp } from "./testApp.ts";
import { openOperator, type TestOperator } from "./testOperator.ts";

/** Usable once tests run. */
type ImportSite = { readonly app: TestApp; readonly admin: TestOperator };
type ImportBrowser = ImportSite & { readonly browser: TestBrowser };

/** Opens an app and an operator who imports; then `prepare` opens more. */
export function openImportSite(prepare?: () => Promise<void>): ImportSite {
  const options = { publicUrl: "https://parts.example", importFileBytes: 4_000_000 };
  const app = share(() => openTestApp(options));
  const admin = share(() => openOperator(app));
  if (prepare !== undefined) before(prepare);
  return { app, admin };
}

/** Opens an app, a catalog manager and a browser, unless there is none. Each test settles it. */
export function openImportBrowser(): ImportBrowser {
  let opened: ImportBrowser | undefined;
  const get = () => opened ?? assert.fail("The browser is not open.");
  before(async () => {
    if (skipWithoutBrowser !== false) return;
    const app = await openTestApp({ importFileBytes: 4_000_000 });
    const admin = await openOperator(app, { role: "catalog manager" });
    opened = { app, admin, browser: await openBrowser(app) };
  });
  afterEach(() => opened?.browser.settle());
  after(async () => {
    await opened?.browser.close();
    await opened?.app.close();
  });
  return {
    get app() {
      return get().app;
    },
    get admin() {
      return get().admin;
    },
    get browser() {
      return get().browser;
    },
  };
}
