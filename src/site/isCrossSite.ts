// Detects forms sent by other sites, which must not act for the signed-in person (decision 85).

/** The headers that reveal the origin, as sent. */
export type OriginHeaders = {
  readonly "sec-fetch-site"?: string | string[] | undefined;
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
};

/** `none` means the person acted in the browser itself; no page can cause it. */
const ownSites: readonly unknown[] = ["same-origin", "none"];

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * True if the browser says that the request comes from another site: by Sec-Fetch-Site, or without
 * it by an Origin that is neither `publicUrl` nor the requested host. A request without both does
 * not come from a browser, so it has only the cookies it chose to send.
 */
export function isCrossSite(headers: OriginHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return !ownSites.includes(site);
  const { origin, host } = headers;
  if (origin === undefined) return false;
  const own = new URL(publicUrl);
  const sender = hostOf(origin);
  // The public host under another scheme would be a party between it and the browser.
  if (sender === own.host) return origin !== own.origin;
  return sender === undefined || sender !== host;
}
