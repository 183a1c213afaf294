const base = "http://site.invalid";

/**
 * Returns the path and query of an address within this site; undefined for anything else: another
 * host, another scheme, or white space and backslashes that a browser interprets differently.
 */
export function readLocalAddress(text: string): string | undefined {
  if (!/^\/(?![/\\])[!-[\]-~]*$/.test(text) || !URL.canParse(text, base)) return undefined;
  const { origin, pathname, search } = new URL(text, base);
  // "/.//host" resolves to "//host".
  return origin === base && !pathname.startsWith("//") ? `${pathname}${search}` : undefined;
}
