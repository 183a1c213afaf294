// Single calls to the service outside of what is measured: looking up, and one typical answer.
import type { BareServerAnswer } from "./bareServer.ts";

/** Calls the service with one key. */
export type Client = {
  readonly headers: Readonly<Record<string, string>>;
  readonly urlOf: (path: string) => string;
  /** POSTs a body; throws unless it is answered with a 2xx status. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<BareServerAnswer>;
};

// Node's server adds these by itself, so the bare one sends them too.
const added = new Set(["date", "connection", "keep-alive"]);

/** A client of the service at `url`, with `key`. */
export function createClient(url: string, key: string): Client {
  const sent = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const urlOf = (path: string) => `${url}/public/api/v1/b2b/${path}`;
  return {
    headers: sent,
    urlOf,
    async post(path, body, headers = {}) {
      const answer = await fetch(urlOf(path), {
        method: "POST",
        headers: { ...sent, ...headers },
        body,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      const kept = [...answer.headers].filter(([name]) => !added.has(name));
      return { status: answer.status, headers: Object.fromEntries(kept), body: text };
    },
  };
}
