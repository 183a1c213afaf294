// Whether a change comes from a page of another site, which must not act for whoever is signed in
// (decision 85).

/** The headers it is told by, as they were sent. */
export type OriginHeaders = {
  readonly "sec-fetch-site"?: string | string[] | undefined;
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
};

/** `none` is what a person did in the browser itself, which no page can bring about. */
const ownSites: readonly unknown[] = ["same-origin", "none"];

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * True where a browser says that the request is another site's: by Sec-Fetch-Site, or, where there
 * is none, by an Origin that is neither `publicUrl`'s nor the host that was asked. A request
 * without both is no browser's, so it has no cookies but those it chose to send.
 */
export function isCrossSite(headers: OriginHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return !ownSites.includes(site);
  const { origin, host } = headers;
  if (origin === undefined) return false;
  const own = new URL(publicUrl);
  const sender = hostOf(origin);
  // The public host under another scheme is whoever sits between it and the browser.
  if (sender === own.host) return origin !== own.origin;
  return sender === undefined || sender !== host;
}
