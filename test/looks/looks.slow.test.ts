// Pages of both sites, on the demo's data at a fixed time: some look like their reference images in
// test/looks/images (UPDATE_IMAGES=1 retakes the images), and all are accessible.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { consoleRoutes } from "../../src/home/consoleRoutes.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { expectGoodPage, skipWithoutBrowser } from "../support/browser.ts";
import { expectReferenceLook, imageFolder } from "./comparePictures.ts";
import { type DemoSite, openDemoSite } from "./demoSite.ts";
import { type LookedPage, pages, windows } from "./pages.ts";

const skip = skipWithoutBrowser;
let site: DemoSite;

before(async () => {
  if (!skip) site = await openDemoSite();
});

after(() => site?.close());

type Look = { readonly name: string; readonly width: number; readonly height: number } & {
  readonly dark: boolean;
};

/** How a page is looked at; each look has a reference image. */
function listLooks({ name, dark = false }: LookedPage): Look[] {
  return windows.flatMap((window) => [
    { ...window, name: `${name}-${window.width}`, dark: false },
    ...(dark ? [{ ...window, name: `${name}-${window.width}-dark`, dark: true }] : []),
  ]);
}

/** Replaces what is random on a page: ids of rows and requests. Strings: see `capturePage`. */
const maskIds = `(() => {
  const id = /\\b(req_)?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\\b/g;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    currentNode.data = currentNode.data.replace(id, (text, prefix = "") =>
      prefix + text.slice(prefix.length).replace(/[0-9a-f]/g, "0"));
  }
})()`;

async function openPage({ as, path, links = [] }: LookedPage): Promise<Page> {
  const person = site.people[as];
  const page = await site.browser.open(path, person === undefined ? {} : { as: person });
  for (const link of links) {
    await page.locator(link).first().click();
    await page.waitForLoadState();
  }
  await page.evaluate(maskIds);
  return page;
}

for (const looked of pages) {
  test(`${looked.name} looks like its reference images`, { skip }, async () => {
    const page = await openPage(looked);
    for (const { name, width, height, dark } of listLooks(looked)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
      await expectReferenceLook(page, name);
    }
    await expectGoodPage(page);
    await site.browser.settle();
  });
}

/** The pages without an id in their address; files and parts of pages are none. */
async function* listPages(
  routes: readonly { method: string; path: string }[],
  as: "buyer" | "operator",
) {
  const { cookieName, token } = site.people[as];
  const headers = { cookie: `${cookieName}=${token}`, accept: "text/html" };
  for (const { method, path } of routes) {
    if (method !== "GET" || path.includes(":")) continue;
    const answer = await fetch(site.browser.url + path, { headers, redirect: "manual" });
    if (answer.status === 200 && /^<!doctype html>/i.test(await answer.text())) yield path;
  }
}

for (const [as, routes] of [
  ["buyer", portalRoutes],
  ["operator", consoleRoutes],
] as const) {
  test(`every page of ${as}s is accessible and fits its window, wide and narrow, light and dark`, {
    skip,
    timeout: 180_000,
  }, async () => {
    const page = await site.browser.open("/", { as: site.people[as] });
    for await (const path of listPages(routes, as)) {
      await page.goto(path);
      await expectGoodPage(page);
    }
    await site.browser.settle();
  });
}

test("each reference image is of a page", async () => {
  const expected = pages.flatMap(listLooks).map(({ name }) => `${name}.webp`);
  assert.deepEqual((await readdir(imageFolder)).sort(), expected.sort());
});
