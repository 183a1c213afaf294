// Measures each page of the portal: response time, transferred bytes, and browser metrics.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describeSessionCookie } from "../src/kit/site/sessionCookie.ts";
import { type Browsed, browsePages } from "./browsePages.ts";
import { measurePage, type ServedPage } from "./measurePage.ts";
import { type PageFacts, preparePages } from "./preparePages.ts";
import { startServedNode } from "./servedNode.ts";

export type PageFigures = Browsed & ServedPage & { readonly path: string };

function listPaths({ partNumber, partName, draft, confirmed }: PageFacts): string[] {
  const search = (text: string) => `/parts?q=${encodeURIComponent(text)}`;
  return [
    "/",
    search(partName),
    search(partNumber.slice(0, 3)),
    `/parts/${encodeURIComponent(partNumber)}`,
    "/quick-order",
    "/orders",
    "/orders?status=confirmed",
    "/orders?q=PO%200",
    `/orders/${draft}`,
    `/orders/${draft}/confirm`,
    `/orders/${confirmed}`,
    "/developers",
    "/account",
    "/sign-in",
  ];
}

/** Measures `rounds` requests of every page with a new database in the folder. */
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
      if (seen === undefined) throw new Error(`${path} was not measured.`);
      const cookie = `${name}=${facts.token}`;
      const served = await measurePage(node.url + path, cookie, node.child.pid, rounds);
      figures.push({ path, ...served, ...seen });
    }
    return figures;
  } finally {
    await node.child.stop();
  }
}
