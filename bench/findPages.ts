// Finds one address for each kind of page by following links as a signed-in person.

const maxPages = 120;
const maxDepth = 4;
const links = /href="([^"]+)"/g;

function readAttribute(text: string): string {
  const plain = text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  return plain.replaceAll("&amp;", "&");
}

/** Replaces ids and search texts, so that addresses of the same kind are equal. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const path = pathname.split("/").map((part) => (/\d/.test(part) ? "…" : part));
  const query = [...searchParams].map(([name, text]) =>
    /^[a-z ]+$/.test(text) ? `${name}=${text}` : name,
  );
  return `${path.join("/")}?${query.sort().join("&")}`;
}

/** Reads the links of a page; null for a file or a redirect. */
async function readLinks(url: string, address: string, cookie: string): Promise<string[] | null> {
  if (/\.(csv|xlsx|pdf)(\?|$)/.test(address)) return null;
  const answer = await fetch(url + address, { headers: { cookie }, redirect: "manual" });
  const body = await answer.text();
  if (answer.status === 303) return null;
  if (answer.status !== 200) throw new Error(`${address} returned ${answer.status}`);
  const found = [...body.matchAll(links)].map(([, link = ""]) => readAttribute(link));
  return found
    .map((link) => new URL(link, url + address))
    .filter(({ origin }) => origin === url)
    .map(({ pathname, search }) => pathname + search);
}

/**
 * Follows links from `start` and returns an address for each kind of page under `root`, in the
 * order found. Throws if a page returns an error.
 */
export async function findPages(
  url: string,
  cookie: string,
  root: string,
  start: readonly string[],
): Promise<string[]> {
  const pages = new Map<string, string>();
  let level = [...start];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const next: string[] = [];
    for (const address of level) {
      const kind = kindOf(address);
      if (pages.has(kind) || pages.size >= maxPages) continue;
      const found = await readLinks(url, address, cookie);
      if (found === null) continue;
      pages.set(kind, address);
      next.push(...found);
    }
    level = next.filter((found) => found === root || found.startsWith(`${root}/`));
  }
  return [...pages.values()];
}
