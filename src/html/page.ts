// The frame of every page: head, skip link, the header with the places, and the one main part.
import { type Html, html } from "./html.ts";
import { stylesheet } from "./stylesheet.ts";

/** An address the header offers. */
export type Place = { readonly href: string; readonly text: string };

export type Page = {
  readonly title: string;
  /** One sentence for those who find the page elsewhere. */
  readonly description: string;
  readonly siteName: string;
  readonly places: readonly Place[];
  /** The address of the place this page is. */
  readonly current: string;
  readonly main: Html;
};

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='2' fill='%231d4f91'/%3E" +
  "%3Cpath d='M4 4h8M4 8h8M4 12h5' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

function writeHeader({ siteName, places, current }: Page): Html {
  const links = places.map(({ href, text }) => {
    const here = href === current ? html` aria-current="page"` : null;
    return html`<a href="${href}"${here}>${text}</a>\n`;
  });
  return html`<header class="top">
<a class="name" href="/">${siteName}</a>
<nav aria-label="Places">
${links}</nav>
</header>
`;
}

/** A whole page as HTML; it needs no script, and no style but the stylesheet. */
export function writePage(page: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.description}">
<title>${page.title} – ${page.siteName}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${stylesheet.path}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${writeHeader(page)}<main id="main" tabindex="-1">
${page.main}</main>
</body>
</html>
`;
}
