// Each page of the buyers' site: how long the service takes, what goes over the wire, and what the
// browser's own measurements say of it.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describeSessionCookie } from "../src/site/sessionCookie.ts";
import { type Browsed, browsePages } from "./browsePages.ts";
import { measurePage, type ServedPage } from "./measurePage.ts";
import { type PageFacts, preparePages } from "./preparePages.ts";
import { startServedNode } from "./servedNode.ts";

export type PageFigures = Browsed & ServedPage & { readonly path: string };

function listPaths({ partNumber, partName, draft, confirmed }: PageFacts): string[] {
  const ask = (text: string) => `/parts?q=${encodeURIComponent(text)}`;
  return [
    ...["/", ask(partNumber), ask(partName), ask(partNumber.slice(0, 3))],
    `/parts/${encodeURIComponent(partNumber)}`,
    ...["/quick-order", "/orders", "/orders?status=confirmed", "/orders?q=PO%200"],
    ...[`/orders/${draft}`, `/orders/${draft}/confirm`, `/orders/${confirmed}`],
    ...["/developers", "/account", "/sign-in"],
  ];
}

/** Measures every page, each asked for `rounds` times, in a folder that is made anew. */
export async function measurePages(folder: string, rounds: number): Promise<PageFigures[]> {
  const dataDir = join(folder, "data");
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const facts = await preparePages(dataDir);
  const node = await startServedNode(dataDir);
  try {
    const { name } = describeSessionCookie(node.url, "partsdesk");
    const paths = listPaths(facts);
    const browsed = await browsePages(node.url, { name, value: facts.token }, paths);
    const figures: PageFigures[] = [];
    for (const [place, path] of paths.entries()) {
      const seen = browsed[place];
      if (seen === undefined) throw new Error(`${path} was not browsed.`);
      const cookie = `${name}=${facts.token}`;
      const served = await measurePage(node.url + path, cookie, node.child.pid, rounds);
      figures.push({ path, ...served, ...seen });
    }
    return figures;
  } finally {
    await node.child.stop();
  }
}
