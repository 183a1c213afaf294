// Each page of the buyers' site: how long the service takes, what goes over the wire, and what the
// browser's own measurements say of it.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describeSessionCookie } from "../src/http/sessionCookie.ts";
import { type Browsed, browsePages } from "./browsePages.ts";
import { type PageFacts, preparePages } from "./preparePages.ts";
import { readCpuMs } from "./readMemoryMb.ts";
import { startServedNode } from "./servedNode.ts";

/** Times in milliseconds, `bytes` of the page alone, `cpuMs` of the node a request. */
export type PageFigures = Browsed & {
  readonly path: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly bytes: number;
  readonly cpuMs: number;
};

const warmUps = 20;

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

async function ask(url: string, cookie: string): Promise<{ ms: number; bytes: number }> {
  const begunMs = performance.now();
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const body = await answer.arrayBuffer();
  const ms = performance.now() - begunMs;
  const isSignIn = url.endsWith("/sign-in");
  if (answer.status !== 200 && !isSignIn) throw new Error(`${url} answered ${answer.status}`);
  return { ms, bytes: body.byteLength };
}

async function measurePage(url: string, cookie: string, pid: number, rounds: number) {
  for (let round = 0; round < warmUps; round += 1) await ask(url, cookie);
  const cpuBefore = readCpuMs(pid);
  const answers: { ms: number; bytes: number }[] = [];
  for (let round = 0; round < rounds; round += 1) answers.push(await ask(url, cookie));
  const cpuMs = (readCpuMs(pid) - cpuBefore) / rounds;
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95), bytes: answers[0]?.bytes ?? 0, cpuMs };
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
