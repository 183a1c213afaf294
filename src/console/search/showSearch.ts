// The search of the console: options for the script, which shows them over the page, or a page.

import { renderOption } from "../../components/suggestions.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderNotice } from "../../html/notice.ts";
import { answerPage, wantsFragment } from "../../site/visit.ts";
import type { Handler } from "../consoleContext.ts";
import { readText } from "../filters.ts";
import { findAnything, findKind, listEverything } from "./findAnything.ts";
import type { Hit, HitGroup } from "./hit.ts";
import { kinds } from "./hit.ts";
import { texts } from "./texts.ts";

const path = "/console/search";
const maxTextLength = 200;

const isPlainKey = /\bsk_live_/;

function renderName({ name, about }: Hit): Html {
  return html`<span>${name}</span><span class="sub">${about}</span>`;
}

/** The options of a field that asks for one kind: each fills it. */
function renderValues({ hits, missing = texts.none }: HitGroup): Html {
  if (hits.length === 0) return html`<p data-none>${missing}</p>`;
  return html`${hits.map((hit) => renderOption({ ...hit, text: renderName(hit) }))}`;
}

function renderOptions(groups: readonly HitGroup[], none: string): Html {
  const found = groups.filter(({ hits }) => hits.length > 0);
  const missing = groups.flatMap((group) => group.missing ?? []);
  if (found.length === 0) return html`<p data-none>${missing[0] ?? none}</p>`;
  const toOption = ({ value: _value, ...hit }: Hit) =>
    renderOption({ ...hit, text: renderName(hit) });
  const options = found.map(({ title, hits, more }) => {
    const all =
      more === null
        ? null
        : renderOption({
            href: more,
            icon: "list",
            text: html`<span class="quiet">${texts.all(title)}</span>`,
            beside: null,
          });
    return html`<li role="none"><div role="group" aria-label="${title}">
<p aria-hidden="true">${title}</p>
<ul role="none">
${hits.map(toOption)}${all}</ul></div></li>
`;
  });
  const notes = missing.map((note) => html`<li role="none"><p>${note}</p></li>\n`);
  return html`${options}${notes}`;
}

function renderGroup({ title, hits, more, missing }: HitGroup): Html {
  if (missing !== undefined) return renderNotice("neutral", missing);
  const items = hits.map(
    ({
      href,
      icon,
      name,
      about,
      beside,
    }) => html`<li>${renderIcon(icon)}<p><a href="${href}">${name}</a><span
 class="sub">${about}</span></p>${beside}</li>
`,
  );
  return renderCard({
    title,
    beside: more === null ? null : html`<a href="${more}">${texts.all(title)}</a>`,
    body: html`<ul class="found">
${items}</ul>
`,
  });
}

function renderForm(typed: string): Html {
  return renderFilters({
    action: path,
    label: "Console",
    fields: [
      renderTextField(
        { ...freshForm({ q: typed }), prefix: "search" },
        {
          name: "q",
          label: "Name, number or ID",
          type: "search",
          maxLength: maxTextLength,
          autocomplete: "off",
          focused: true,
        },
      ),
    ],
    button: "Search",
  });
}

function renderResults(groups: readonly HitGroup[], none: string): Content {
  return groups.length === 0
    ? renderEmptyState(texts.none, html`<p>${none}</p>`, "search")
    : html`<div class="stack">
${groups.map(renderGroup)}</div>
`;
}

export const showSearch: Handler = async (context, visit) => {
  const { query } = visit;
  const typed = readText(query, "q", maxTextLength);
  const isSecret = isPlainKey.test(typed);
  const none = isSecret
    ? "This looks like a complete API key, which is a secret. Search for its last four characters."
    : "Nothing found. Search for the beginning of a name or number, or an ID.";
  const kind = kinds.find((one) => one === query.text("kind"));
  const sought = isSecret ? "" : typed;
  if (kind !== undefined && wantsFragment(visit)) {
    const found = await findKind(context, visit, sought, kind);
    return { kind: "fragment", html: renderValues(found) };
  }
  const find = () => (typed === "" ? listEverything(visit) : findAnything(context, visit, typed));
  const groups = isSecret ? [] : await find();
  if (wantsFragment(visit)) return { kind: "fragment", html: renderOptions(groups, none) };
  return answerPage({
    title: "Search",
    body: html`${renderForm(sought)}${renderResults(groups, none)}`,
  });
};
