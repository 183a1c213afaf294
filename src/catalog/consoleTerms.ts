// What mechanics call parts: the standard terms, and those of this distributor.
import { operatorActor } from "../audit/actor.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { readText } from "../home/consoleFilters.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderTextArea, renderTextField } from "../kit/html/field.ts";
import {
  type FormState,
  freshForm,
  renderButton,
  renderFilters,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { type Meaning, type Messages, renderBadge, renderMessage } from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { renderRows } from "../kit/html/table.ts";
import { type Answer, answerPage, notFound, redirect } from "../kit/site/visit.ts";
import {
  maxMeanings,
  maxOwnTerms,
  maxTermLength,
  putOwnTerm,
  readOwnTerm,
  removeOwnTerm,
} from "./terms/changeOwnTerms.ts";
import { type OwnTerm, selectOwnTerms } from "./terms/ownTermQueries.ts";
import { foldTerm, standardMeanings } from "./terms/termTable.ts";

const address = "/console/catalog/terms";
const maxShown = 100;

const messages: Messages = {
  stored: "Term saved. Searches use it within seconds.",
  off: "Term switched off. Searches stop using it within seconds.",
  removed: "Term removed. A standard term with the same words applies again.",
};

/** `replaced` and `off`: a standard term that an own one replaces or switches off. */
type TermState = "own" | "replaced" | "off" | "standard";

type ListedTerm = OwnTerm & { readonly state: TermState };

function stateOf(key: string, { meanings }: OwnTerm): TermState {
  if (meanings.length === 0) return "off";
  return standardMeanings.has(key) ? "replaced" : "own";
}

/** The own terms and the standard ones by letters: those with a text in the term or a meaning. */
function listTerms(own: readonly OwnTerm[], text: string): ListedTerm[] {
  const ownKeys = new Map(own.map((term) => [foldTerm(term.written), term]));
  const added = [...ownKeys].map(([key, term]) => ({ ...term, key, state: stateOf(key, term) }));
  const standard = [...standardMeanings].flatMap(([key, meanings]) =>
    ownKeys.has(key) ? [] : [{ written: key, meanings, key, state: "standard" as const }],
  );
  const sought = foldTerm(text);
  return [...added, ...standard]
    .filter(({ key, meanings }) =>
      [key, ...meanings.map(foldTerm)].some((one) => one.includes(sought)),
    )
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

const stateWords: Readonly<Record<TermState, readonly [Meaning, string]>> = {
  own: ["good", "Custom"],
  replaced: ["good", "Replaced"],
  off: ["short", "Off"],
  standard: ["neutral", "Standard"],
};

function renderSearch({ query }: Visit): Html {
  const fields = { ...freshForm({ q: query.text("q") }), prefix: "terms" };
  return renderFilters({
    action: address,
    label: "Terms",
    fields: [
      renderTextField(fields, {
        name: "q",
        label: "Term or meaning",
        type: "search",
        maxLength: maxTermLength,
        autocomplete: "off",
      }),
    ],
    button: "Search",
  });
}

function linkTerm({ written, state }: ListedTerm): Content {
  if (state === "off") return written;
  return html`<a href="${formatAddress(address, { term: written })}#change">${written}</a>`;
}

function renderChange({ written, state }: ListedTerm): Html {
  const [path, text] =
    state === "standard"
      ? (["off", "Switch off"] as const)
      : (["remove", state === "own" ? "Remove term" : "Restore standard"] as const);
  return renderForm({
    action: `${address}/${path}`,
    hidden: { written },
    body: renderButton({ text, label: `${text}: ${written}`, kind: "ghost" }),
  });
}

function renderTerms(terms: readonly ListedTerm[], mayChange: boolean): Html {
  const shown = terms.slice(0, maxShown);
  const count =
    terms.length > maxShown
      ? html`<p class="quiet">Showing the first ${maxShown} of ${formatCount(terms.length)}.</p>\n`
      : null;
  return html`${count}${renderRows("Terms", shown, [
    {
      title: "Term",
      kind: "words",
      cell: mayChange ? linkTerm : ({ written }) => written,
    },
    { title: "In catalogs", kind: "prose", cell: ({ meanings }) => meanings.join("; ") },
    {
      title: "Source",
      kind: "words",
      cell: ({ state }) => renderBadge(...stateWords[state]),
    },
    ...(mayChange ? [{ title: "Change", kind: "actions", cell: renderChange } as const] : []),
  ])}`;
}

function renderTermForm(state: FormState, isChange: boolean): Html {
  const title = isChange ? "Change a term" : "Add a term";
  return renderCard({
    id: "change",
    title: title,
    body: renderForm({
      action: address,
      label: title,
      state,
      body: [
        renderTextField(state, {
          name: "written",
          label: "Term",
          maxLength: maxTermLength,
          autocomplete: "off",
          hint: "What buyers type. Plurals, case and punctuation don't matter.",
        }),
        renderTextArea(state, {
          name: "meanings",
          label: "Names in catalogs",
          hint: "One per line, most likely first. They replace those of a standard term.",
        }),
      ],
      button: { text: "Save term", kind: "primary" },
    }),
  });
}

/** `state`: the form that was refused. */
async function answerTerms(
  { db }: ConsoleContext,
  visit: Visit,
  refused: FormState | null,
): Promise<Answer> {
  const { signedIn, query } = visit;
  const own = await selectOwnTerms(db);
  const all = listTerms(own, "");
  const chosen = all.find(({ written }) => written === readText(query, "term"));
  const sought = readText(query, "q", maxTermLength);
  const isSought = sought !== "";
  const found = isSought ? listTerms(own, sought) : all.filter(({ state }) => state !== "standard");
  const none = isSought
    ? renderEmptyState("No matching terms", html``)
    : renderEmptyState(
        "No terms of your own",
        html`<p>Search the ${formatCount(all.length)} standard terms, or add one.</p>`,
      );
  const mayChange = mayUse(catalogManagers, signedIn);
  const typed =
    chosen === undefined
      ? freshForm()
      : freshForm({ written: chosen.written, meanings: chosen.meanings.join("\n") });
  const page = {
    title: "Terms",
    sentence:
      "What buyers call parts, and what catalogs call them. Searches use both to suggest parts.",
    above: { href: "/console/catalog", text: "Parts" },
    body: html`${[
      renderMessage(messages, query.text("done"), null),
      renderSearch(visit),
      found.length === 0 ? none : renderTerms(found, mayChange),
      mayChange ? renderTermForm(refused ?? typed, chosen !== undefined) : null,
    ]}`,
  };
  return answerPage(page, refused === null ? 200 : 422);
}

export const showTerms: Handler = (context, visit) => answerTerms(context, visit, null);

const faultTexts = {
  written: "Enter a term of 1 to 6 words.",
  meanings: `Enter 1 to ${maxMeanings} names of 1 to 6 words that differ from the term.`,
} as const;

function refuse(
  context: ConsoleContext,
  visit: Visit,
  field: keyof typeof faultTexts,
  text: string,
): Promise<Answer> {
  return answerTerms(context, visit, { value: visit.form.text, faults: [{ field, text }] });
}

const limit = formatCount(maxOwnTerms);
const full = `You have the maximum of ${limit} custom terms. Remove one first.`;

export const storeTerm: Handler = async (context, visit) => {
  const { form, now } = visit;
  const read = readOwnTerm(form.text("written"), form.text("meanings"));
  if (read.outcome === "invalid") {
    return refuse(context, visit, read.fault, faultTexts[read.fault]);
  }
  const stored = await putOwnTerm(context.db, read.term, { actor: operatorActor(visit), now });
  if (stored === "stored") return redirect(`${address}?done=stored`);
  return refuse(context, visit, "written", full);
};

export const switchTermOff: Handler = async (context, visit) => {
  const { form, now } = visit;
  const written = form.text("written");
  const standard = listTerms([], "");
  if (!standard.some((term) => term.written === written)) return notFound;
  const off = { written, meanings: [] };
  const stored = await putOwnTerm(context.db, off, { actor: operatorActor(visit), now });
  if (stored === "stored") return redirect(`${address}?done=off`);
  return refuse(context, visit, "written", full);
};

export const removeTerm: Handler = async ({ db }, visit) => {
  const by = { actor: operatorActor(visit), now: visit.now };
  const isRemoved = await removeOwnTerm(db, visit.form.text("written"), by);
  return isRemoved ? redirect(`${address}?done=removed`) : notFound;
};
