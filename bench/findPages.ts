// The pages of a site as somebody who is signed in comes upon them: one address for each kind.

const most = 120;
const deepest = 4;
const links = /href="([^"]+)"/g;

function readAttribute(text: string): string {
  const plain = text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  return plain.replaceAll("&amp;", "&");
}

/** What is the same of `/orders/ID?q=A` for every id and text. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const path = pathname.split("/").map((part) => (/\d/.test(part) ? "…" : part));
  const asked = [...searchParams].map(([name, text]) =>
    /^[a-z ]+$/.test(text) ? `${name}=${text}` : name,
  );
  return `${path.join("/")}?${asked.sort().join("&")}`;
}

/** The addresses that a page leads to; null where there is a file, or the way leads elsewhere. */
async function readLinks(url: string, address: string, cookie: string): Promise<string[] | null> {
  if (/\.(csv|xlsx|pdf)(\?|$)/.test(address)) return null;
  const answer = await fetch(url + address, { headers: { cookie }, redirect: "manual" });
  const body = await answer.text();
  if (answer.status === 303) return null;
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
  const found = [...body.matchAll(links)].map(([, link = ""]) => readAttribute(link));
  return found
    .map((link) => new URL(link, url + address))
    .filter(({ origin }) => origin === url)
    .map(({ pathname, search }) => pathname + search);
}

/**
 * Follows the links of pages from `start` on and returns an address for each kind of page under
 * `root`, in the order in which they were come upon. Throws where one does not answer well.
 */
export async function findPages(
  url: string,
  cookie: string,
  root: string,
  start: readonly string[],
): Promise<string[]> {
  const pages = new Map<string, string>();
  let level = [...start];
  for (let depth = 0; depth < deepest; depth += 1) {
    const next: string[] = [];
    for (const address of level) {
      const kind = kindOf(address);
      if (pages.has(kind) || pages.size >= most) continue;
      const found = await readLinks(url, address, cookie);
      if (found === null) continue;
      pages.set(kind, address);
      next.push(...found);
    }
    level = next.filter((found) => found === root || found.startsWith(`${root}/`));
  }
  return [...pages.values()];
}
