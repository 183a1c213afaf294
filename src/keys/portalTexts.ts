import { html } from "../kit/html/html.ts";

/** The words of the developers' pages: keys, their requests, and API requests. */
export const texts = {
  developers: {
    title: "Developers",
  },
  keys: {
    requestOne: html`Your systems need a key to use the API.
<a href="/developers/request">Request a key</a>; we e-mail it to you.`,
  },
  access: {
    upTo: (count: number) => `up to ${count}`,
    hint: html`Above a limit, the API returns 429; Retry-After gives
the seconds to wait. The <a href="/docs">API reference</a> describes all fields and errors, and the
<a href="/docs#client">TypeScript client</a>.`,
  },
};
