/** `none` means the person acted in the browser itself; no page can cause it. */
const ownSites: readonly unknown[] = ["same-origin", "none"];

/** Whether Sec-Fetch-Site, which no page can forge, excludes that another site sent the request. */
export function isOwnSite(secFetchSite: unknown): boolean {
  return ownSites.includes(secFetchSite);
}
