// Single requests to the service that are not measured.
import type { BareServerAnswer } from "./bareServer.ts";

export type Client = {
  readonly headers: Readonly<Record<string, string>>;
  readonly urlOf: (path: string) => string;
  /** POSTs a body. Throws unless the status is 2xx. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<BareServerAnswer>;
};

// Node adds these headers itself, also in the bare server.
const added = new Set(["date", "connection", "keep-alive"]);

export function createClient(url: string, key: string): Client {
  const sent = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  // The bare server repeats the header and the bytes of a response, which fetch would unpack.
  const plain = { "accept-encoding": "identity" };
  const urlOf = (path: string) => `${url}/public/api/v1/b2b/${path}`;
  return {
    headers: sent,
    urlOf,
    async post(path, body, headers = {}) {
      const answer = await fetch(urlOf(path), {
        method: "POST",
        headers: { ...sent, ...plain, ...headers },
        body,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text}`);
      const copied = [...answer.headers].filter(([name]) => !added.has(name));
      return { status: answer.status, headers: Object.fromEntries(copied), body: text };
    },
  };
}
