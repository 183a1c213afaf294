import { sortForPercentiles } from "./percentiles.ts";
import { readCpuMs } from "./readMemoryMb.ts";

/** `bytes` is the page without its assets; `cpuMs` is the node's CPU time per request. */
export type ServedPage = {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly bytes: number;
  readonly cpuMs: number;
};

const warmUps = 20;

async function fetchPage(url: string, cookie: string): Promise<{ ms: number; bytes: number }> {
  const startMs = performance.now();
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const body = await answer.arrayBuffer();
  const ms = performance.now() - startMs;
  const isSignIn = url.endsWith("/sign-in");
  if (answer.status !== 200 && !isSignIn) throw new Error(`${url} returned ${answer.status}`);
  return { ms, bytes: body.byteLength };
}

/** Measures `rounds` requests after a warm-up. */
export async function measurePage(
  url: string,
  cookie: string,
  pid: number,
  rounds: number,
): Promise<ServedPage> {
  for (let round = 0; round < warmUps; round += 1) await fetchPage(url, cookie);
  const cpuBefore = readCpuMs(pid);
  const answers: { ms: number; bytes: number }[] = [];
  for (let round = 0; round < rounds; round += 1) answers.push(await fetchPage(url, cookie));
  const cpuMs = (readCpuMs(pid) - cpuBefore) / rounds;
  const at = sortForPercentiles(answers.map(({ ms }) => ms));
  return { p50Ms: at(0.5), p95Ms: at(0.95), bytes: answers[0]?.bytes ?? 0, cpuMs };
}
