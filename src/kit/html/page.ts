// A page: head, skip link, one of three frames (bar, sidebar, split), main part and footer. The
// sites pass in what differs.

import { formatCount } from "./amount.ts";
import { preloadedFonts, siteScript, stylesheet } from "./assets/assets.ts";
import type { Brand } from "./brand/brand.ts";
import { type Content, type Html, html } from "./html.ts";
import { type IconName, renderIcon } from "./icons.ts";
import { type Palette, renderPalette, renderPaletteLink } from "./search/palette.ts";
import { renderSearchBox, type SearchBox } from "./search/searchBox.ts";
import { texts } from "./texts.ts";

export type Place = {
  readonly href: string;
  readonly text: string;
  readonly icon?: IconName;
  /** Open tasks behind it. */
  readonly count?: number | undefined;
};

/** Places under a common title. */
export type PlaceGroup = { readonly title: string | null; readonly places: readonly Place[] };

/** The menu of the signed-in person. `signOut`: where its form posts to, null for no form. */
type Menu = {
  readonly title: string;
  readonly note: string;
  readonly places: readonly Place[];
  readonly signOut: string | null;
};

/** The draft that parts are added to. */
export type DraftChip = {
  readonly href: string;
  readonly name: string;
  readonly lines: string;
  readonly total: string;
};

/** What the bar shows besides name and places. */
type Bar = {
  readonly kind: "bar";
  readonly places: readonly Place[];
  readonly search: SearchBox | null;
  readonly draft: DraftChip | null;
};

/** `search`: over the page, for a signed-in person. */
type Side = {
  readonly kind: "side";
  readonly groups: readonly PlaceGroup[];
  readonly search: Palette | null;
};

export type Frame =
  | Bar
  | Side
  /** Beside the form of a page for signing in. */
  | { readonly kind: "split"; readonly slogan: string; readonly sentence: Content };

export type Site = {
  readonly brand: Brand;
  /** The link of the brand. */
  readonly home: string;
  readonly frame: Frame;
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
  /** The action of the page, at the bottom of a narrow screen. */
  readonly bottomBar?: Html | undefined;
  /** Without JavaScript the page reloads after so many seconds. */
  readonly refreshS?: number | undefined;
};

const tabIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='4' fill='%231b4fd8'/%3E" +
  "%3Cpath d='M4 4h8M4 8h8M4 12h5' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

/** The id of the navigation, which opens over the page on a narrow screen. */
const navigation = "places";

function renderPlaces(places: readonly Place[], current: string): Content {
  return places.map(({ href, text, icon, count = 0 }) => {
    const here = href === current ? html` aria-current="page"` : null;
    const open =
      count === 0
        ? null
        : html`<span class="count short">${formatCount(count)}
<span class="unseen">${texts.page.open}</span></span>`;
    return html`<a href="${href}"${here}>${icon && renderIcon(icon)}${text}${open}</a>\n`;
  });
}

function renderSignOut({ signOut }: Menu): Html | null {
  if (signOut === null) return null;
  const button = html`<button>${renderIcon("log-out")}${texts.page.signOut}</button>`;
  return html`<form method="post" action="${signOut}">${button}</form>\n`;
}

function renderMenu(menu: Menu, current: string): Html {
  const { title, note, places } = menu;
  return html`<details class="menu" data-menu>
<summary>${renderIcon("circle-user")}<span>${title}</span>${renderIcon("chevron-down")}</summary>
<div>
<p class="quiet">${note}</p>
${renderPlaces(places, current)}${renderSignOut(menu)}</div>
</details>
`;
}

function renderBrand({ brand, home }: Site): Html {
  const { name, logo } = brand;
  const mark =
    logo === null
      ? html`<span class="mark">${renderIcon("plane")}</span>`
      : html`<img src="${logo.path}" alt="" height="28">`;
  return html`<a class="brand" href="${home}">${mark}<span>${name}</span></a>
`;
}

function renderFold(): Html {
  return html`<button class="fold" type="button" popovertarget="${navigation}">
${renderIcon("menu")}<span>${texts.page.menu}</span></button>
`;
}

export function renderDraftChip({ href, name, lines, total }: DraftChip): Html {
  return html`<a class="chip" title="${name}"
 href="${href}" data-draft>${renderIcon("shopping-cart")}<span><b>${name} · </b>${lines} ·
${total}</span></a>
`;
}

function renderBar(site: Site, { places, search, draft }: Bar, current: string): Html {
  const nav = html`<nav id="${navigation}" aria-label="${texts.page.navigation}" popover>
${renderPlaces(places, current)}</nav>
`;
  return html`<header class="bar"><div>
${renderBrand(site)}${search && renderSearchBox(search)}${places.length === 0 ? null : nav}${
  draft && renderDraftChip(draft)
}${site.menu && renderMenu(site.menu, current)}${places.length === 0 ? null : renderFold()}</div>
</header>
`;
}

function renderSide(site: Site, { groups, search }: Side, current: string): Html {
  const { menu } = site;
  const person =
    menu &&
    html`<div class="person">
<p class="quiet">${menu.title} · ${menu.note}</p>
${renderPlaces(menu.places, current)}${renderSignOut(menu)}</div>
`;
  const nav = html`<nav id="${navigation}" aria-label="${texts.page.navigation}" popover>
${groups.map(({ title, places }) => {
  return html`${title && html`<p>${title}</p>\n`}${renderPlaces(places, current)}`;
})}${person}</nav>
`;
  return html`<header class="side">
${renderBrand(site)}${search && renderPaletteLink(search)}${
  groups.length === 0 ? null : html`${renderFold()}${nav}`
}</header>
${search && renderPalette(search)}`;
}

function renderHeader({ site, current }: Page): Html {
  const { frame } = site;
  switch (frame.kind) {
    case "bar":
      return renderBar(site, frame, current);
    case "side":
      return renderSide(site, frame, current);
    case "split":
      return html`<header>
${renderBrand(site)}<div><p class="slogan">${frame.slogan}</p>
${frame.sentence && html`<p>${frame.sentence}</p>`}</div>
</header>
`;
  }
}

const bodyClasses: Readonly<Record<Frame["kind"], string>> = {
  bar: "",
  side: "shell",
  split: "split",
};

function renderHead({ site, title, description, refreshS }: Page): Html {
  const summary = html`<meta name="description" content="${description}">`;
  const again = html`<noscript><meta http-equiv="refresh" content="${refreshS}"></noscript>`;
  const { styles } = site.brand;
  const fonts = preloadedFonts.map(
    ({ path, type }) =>
      html`<link rel="preload" href="${path}" as="font" type="${type}" crossorigin>\n`,
  );
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${description === undefined ? null : summary}
${refreshS === undefined ? null : again}
<title>${title} – ${site.brand.name}</title>
<link rel="icon" href="${tabIcon}">
<link rel="stylesheet" href="${stylesheet.path}">
${styles && html`<link rel="stylesheet" href="${styles.path}">`}
${fonts}<script src="${siteScript.path}" defer></script>
</head>
`;
}

/** A complete page. Everything on it works without JavaScript. */
export function renderPage(page: Page): Html {
  const { site, main, refreshS } = page;
  const again = refreshS === undefined ? null : html` data-refresh="${refreshS}"`;
  return html`<!doctype html>
<html lang="en">
${renderHead(page)}<body class="${bodyClasses[site.frame.kind]}">
<a class="skip" href="#main">${texts.page.skip}</a>
${renderHeader(page)}${site.banner}<main id="main" tabindex="-1"${again}>
${main}</main>
${site.footer && html`<footer class="bottom">${site.footer}</footer>\n`}${
  page.bottomBar &&
  html`<section class="bottom-bar" aria-label="${texts.page.nextStep}">${page.bottomBar}</section>
`
}</body>
</html>
`;
}

export type PageBody = {
  readonly title: string;
  /** The heading, if it has more than the text of the title. */
  readonly heading?: Html;
  /** One sentence under the title. */
  readonly sentence?: Content;
  /** The only primary button or link. */
  readonly primary?: Html | undefined;
  /** A link to the parent page, above the title. */
  readonly above?: Place;
  readonly body: Html;
  /** A summary beside the body, or below it on a narrow screen; it stays in view. */
  readonly side?: Html;
  /** The same action at the bottom of a narrow screen, with its total. */
  readonly bottomBar?: Html | undefined;
  /** On a narrow screen the summary comes first. */
  readonly isSideFirst?: true;
};

function renderTitle({
  title,
  heading = html`${title}`,
  sentence,
  primary,
  above,
}: PageBody): Html {
  return html`<div class="title">
<div>
${
  above === undefined
    ? null
    : html`<p class="above"><a href="${above.href}">${renderIcon("arrow-left")}${above.text}</a></p>
`
}<h1>${heading}</h1>
${sentence === undefined ? null : html`<p class="lead">${sentence}</p>\n`}</div>
${primary === undefined ? null : html`<div class="primary">${primary}</div>\n`}</div>
`;
}

export function renderPageBody(page: PageBody): Html {
  const { body, side, isSideFirst } = page;
  if (side === undefined) return html`${renderTitle(page)}${body}`;
  return html`${renderTitle(page)}<div class="beside">
<div>
${body}</div>
<aside aria-label="${texts.page.summary}" tabindex="0"${isSideFirst && html` class="first"`}>
${side}</aside>
</div>
`;
}
