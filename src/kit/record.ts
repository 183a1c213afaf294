// The page of one thing, with the forms of its actions. A refused action shows the page again, with
// the thing as it is now, the reason, and what was typed.
import { operatorActor } from "../audit/actor.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { type ConsoleAccess, mayUse } from "./access.ts";
import type { Action } from "./action.ts";
import type { Context, Noun } from "./declared.ts";
import { type FormState, freshForm, renderButton, renderFaults, renderForm } from "./html/form.ts";
import { type Html, html } from "./html/html.ts";
import { renderNotice, renderToast } from "./html/notice.ts";
import { formatAddress } from "./html/pager.ts";
import { renderQuestion } from "./html/question.ts";
import { propertiesOf, readInput, renderInput } from "./input.ts";
import { createRouteBuilders, type Load, type Route } from "./site/routes.ts";
import {
  type Answer,
  answerPage,
  notFound,
  type PageStatus,
  redirect,
  type SitePage,
  type Visit,
} from "./site/visit.ts";

type OperatorVisit = Visit<SignedInOperator>;

/** Why a page is shown again: what was refused, and the form as it was sent. */
type Again = {
  readonly notice?: Html;
  readonly form?: { readonly of: string; readonly state: FormState };
};

/** What a page shows of its actions. */
type Shown<Row> = {
  readonly notice: Html | null;
  /** The form of an action; null if it is not offered, or not to this reader. */
  readonly form: (
    action: Pick<Action<never, Row>, "name">,
    kind?: "primary" | "danger",
  ) => Html | null;
};

type RecordDeclaration<Needs extends Context, Row> = {
  readonly of: Noun<Row>;
  /** Its last parameter names the thing. */
  readonly path: string;
  readonly who: ConsoleAccess;
  readonly actions: readonly Action<Needs, Row>[];
  /** Texts that other pages lead here with, by the name in the address. */
  readonly done?: Readonly<Record<string, string>>;
  readonly page: (
    context: Needs,
    visit: OperatorVisit,
    row: Row,
    shown: Shown<Row>,
  ) => Promise<SitePage>;
};

export type RecordPage<Needs extends Context, Row> = {
  readonly load: Load<Needs, SignedInOperator, Row>;
  /** The page as an action that is written by hand shows it again. */
  readonly show: (
    context: Needs,
    visit: OperatorVisit,
    row: Row,
    again?: Again,
    status?: PageStatus,
  ) => Promise<Answer>;
  readonly routes: readonly Route<Needs, SignedInOperator, ConsoleAccess>[];
};

export function record<Needs extends Context, Row>(
  declared: RecordDeclaration<Needs, Row>,
): RecordPage<Needs, Row> {
  const { of, path, who, actions, page } = declared;
  const onPages = actions.filter(({ surfaces }) => surfaces.includes("page"));
  const done = new Map([
    ...onPages.flatMap((action) => [...action.done]),
    ...Object.entries(declared.done ?? {}),
  ]);

  const parameter = path.slice(path.lastIndexOf(":") + 1);
  const load: Load<Needs, SignedInOperator, Row> = ({ db }, visit) =>
    of.find(db, visit.param(parameter), { lock: false });

  async function show(
    context: Needs,
    visit: OperatorVisit,
    row: Row,
    again: Again = {},
    status: PageStatus = 200,
  ): Promise<Answer> {
    const text = done.get(visit.query.text("done"));
    const { notice, form: sent } = again;
    const told = notice ?? (text === undefined ? null : renderToast(text));
    const form: Shown<Row>["form"] = ({ name }, kind) => {
      const action = onPages.find((one) => one.name === name);
      if (action === undefined || !mayUse(action.who, visit.signedIn)) return null;
      if (!action.isOffered(row, visit)) return null;
      const state = sent?.of === name ? sent.state : freshForm();
      return renderAction(action, row, state, kind);
    };
    return answerPage(await page(context, visit, row, { notice: told, form }), status);
  }

  function renderAction(
    action: Action<Needs, Row>,
    row: Row,
    state: FormState,
    kind?: "primary" | "danger",
  ): Html {
    const address = `${of.address(of.idOf(row))}/${action.verb}`;
    const [button, look] = [action.button(row), kind === undefined ? {} : { kind }];
    const effects = action.effects(row);
    if (effects === null && propertiesOf(action.input).length === 0) {
      return renderForm({ action: address, body: renderButton({ text: button, ...look }) });
    }
    const fields = [effects && html`<p>${effects}</p>\n`, renderInput(action.input, state)];
    const form = renderForm({ action: address, body: fields, button: { text: button, ...look } });
    return renderQuestion(`${button}…`, button, html`${renderFaults(state)}${form}`, state);
  }

  const { get, post } = createRouteBuilders<Needs, SignedInOperator, ConsoleAccess>();
  const showRow = get(path, who, load, (context, visit, row) => show(context, visit, row));

  const perform = (action: Action<Needs, Row>) =>
    post(`${path}/${action.verb}`, action.who, load, async (context, visit, row) => {
      const { form, now } = visit;
      const { input, faults } = readInput(action.input, form);
      if (faults !== undefined) {
        const state = { value: form.text, faults };
        return show(context, visit, row, { form: { of: action.name, state } }, 422);
      }
      const ask = { id: of.idOf(row), input };
      const result = await action.perform(context, ask, { actor: operatorActor(visit), now });
      if (result === undefined) return notFound;
      if ("refused" in result) {
        return show(
          context,
          visit,
          result.row,
          { notice: renderNotice("short", result.text) },
          409,
        );
      }
      const done = "done" in result ? result.done : result.same;
      return redirect(formatAddress(of.address(result.at), { done }));
    });

  return { load, show, routes: [showRow, ...onPages.map(perform)] };
}
