// The frame of every page: head, skip link, header with search, navigation and menu, main part and
// footer. The sites pass in what differs.
import { siteScript, stylesheet } from "./assets/assets.ts";
import { type Content, type Html, html } from "./html.ts";

export type Place = { readonly href: string; readonly text: string };

/** The search box of the header; it sends `q` to `action`. */
type SearchBox = {
  readonly action: string;
  readonly label: string;
  readonly text: string;
};

/** The menu of the signed-in person. `signOut`: where its form posts to, null for no form. */
type Menu = {
  readonly title: string;
  readonly note: string;
  readonly places: readonly Place[];
  readonly signOut: string | null;
};

export type Site = {
  readonly name: string;
  /** The link of its name. */
  readonly home: string;
  readonly places: readonly Place[];
  /** Less frequent entries, folded into "More". */
  readonly more?: readonly Place[];
  readonly search: SearchBox | null;
  readonly menu: Menu | null;
  /** Above every page; not printed. */
  readonly banner?: Html | undefined;
  readonly footer: Content;
};

export type Page = {
  readonly site: Site;
  /** The address of the navigation entry that this page belongs to. */
  readonly current: string;
  readonly title: string;
  /** One sentence for search engines. */
  readonly description?: string;
  readonly main: Html;
  /** Without JavaScript the page reloads after so many seconds. */
  readonly refreshS?: number | undefined;
};

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='2' fill='%231d4f91'/%3E" +
  "%3Cpath d='M4 4h8M4 8h8M4 12h5' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

function renderPlaces(places: readonly Place[], current: string): Content {
  return places.map(({ href, text }) => {
    const here = href === current ? html` aria-current="page"` : null;
    return html`<a href="${href}"${here}>${text}</a>\n`;
  });
}

function renderMore(places: readonly Place[], current: string): Html {
  const isHere = places.some(({ href }) => href === current);
  return html`<details class="menu more" data-menu>
<summary${isHere ? html` class="here"` : null}><span>More</span></summary>
<div>
${renderPlaces(places, current)}</div>
</details>
`;
}

function renderSearch({ action, label, text }: SearchBox): Html {
  return html`<form class="search" role="search" action="${action}">
<input type="search" name="q" value="${text}" aria-label="${label}" placeholder="${label}"
 maxlength="200" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" data-search>
<button>Search</button>
</form>
`;
}

function renderMenu({ title, note, places, signOut }: Menu, current: string): Html {
  const leave =
    signOut === null
      ? null
      : html`<form method="post" action="${signOut}"><button>Sign out</button></form>\n`;
  return html`<details class="menu" data-menu>
<summary><span>${title}</span></summary>
<div>
<p class="quiet">${note}</p>
${renderPlaces(places, current)}
${leave}</div>
</details>
`;
}

function renderHeader({ site, current }: Page): Html {
  const { name, home, places, more = [], search, menu } = site;
  const isCrowded = search !== null || menu !== null;
  const links = places.length === 0 ? null : renderPlaces(places, current);
  const folded = more.length === 0 ? null : renderMore(more, current);
  return html`<header class="top${isCrowded ? " crowded" : null}${folded && " many"}">
<a class="name" href="${home}">${name}</a>
${search === null ? null : renderSearch(search)}
${links === null ? null : html`<nav aria-label="Main">${links}${folded}</nav>`}
${menu === null ? null : renderMenu(menu, current)}
</header>
`;
}

function renderHead({ site, title, description, refreshS }: Page): Html {
  const summary = html`<meta name="description" content="${description}">`;
  const again = html`<noscript><meta http-equiv="refresh" content="${refreshS}"></noscript>`;
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${description === undefined ? null : summary}
${refreshS === undefined ? null : again}
<title>${title} – ${site.name}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${stylesheet.path}">
<script src="${siteScript.path}" defer></script>
</head>
`;
}

/** A complete page. Everything on it works without JavaScript. */
export function renderPage(page: Page): Html {
  const { site, main, refreshS } = page;
  const again = refreshS === undefined ? null : html` data-refresh="${refreshS}"`;
  return html`<!doctype html>
<html lang="en">
${renderHead(page)}<body>
<a class="skip" href="#main">Skip to main content</a>
${renderHeader(page)}${site.banner}<main id="main" tabindex="-1"${again}>
${main}</main>
${site.footer === null ? null : html`<footer class="bottom">${site.footer}</footer>`}
</body>
</html>
`;
}

export type PageBody = {
  readonly title: string;
  /** One sentence under the title. */
  readonly sentence?: Content;
  /** The only primary button or link. */
  readonly primary?: Html | undefined;
  /** A link to the parent page, above the title. */
  readonly above?: Place;
  readonly body: Html;
  /** A summary beside the body, or below it on a narrow screen; it stays in view. */
  readonly side?: Html;
};

function renderTitle({ title, sentence, primary, above }: PageBody): Html {
  return html`<div class="title">
<div>
${
  above === undefined
    ? null
    : html`<p class="above"><a href="${above.href}">${above.text}</a></p>
`
}<h1>${title}</h1>
${sentence === undefined ? null : html`<p class="lead">${sentence}</p>\n`}</div>
${primary === undefined ? null : html`<div class="primary">${primary}</div>\n`}</div>
`;
}

export function renderPageBody(page: PageBody): Html {
  const { body, side } = page;
  if (side === undefined) return html`${renderTitle(page)}${body}`;
  return html`${renderTitle(page)}<div class="beside">
<div>
${body}</div>
<aside aria-label="Summary" tabindex="0">
${side}</aside>
</div>
`;
}
