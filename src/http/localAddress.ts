// Addresses within this site, told from everything else that a link can be made to say.

const base = "http://site.invalid";

/**
 * The path and query of an address within the site, or undefined where it leads elsewhere or is
 * none: another host, another scheme, white space or backslashes that a browser reads as more.
 */
export function readLocalAddress(text: string): string | undefined {
  if (!/^\/(?![/\\])[!-[\]-~]*$/.test(text) || !URL.canParse(text, base)) return undefined;
  const { origin, pathname, search } = new URL(text, base);
  // "/.//host" is "//host" once it is resolved.
  return origin === base && !pathname.startsWith("//") ? `${pathname}${search}` : undefined;
}
