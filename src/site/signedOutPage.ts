// A form that was sent after its session ended. It is kept in the answer, and sent again after
// signing in. Nothing of it is stored.
import { renderActions, renderButton } from "../html/form.ts";
import { html } from "../html/html.ts";
import type { Fields } from "./fields.ts";
import { type Answer, answerPage } from "./visit.ts";

/** Fields that no page may repeat. */
const secret = /password|code|token|secret/i;

/**
 * The page that keeps a form sent to `address`; undefined if it has nothing that was typed, or a
 * secret. `signIn` is the address of the sign-in page.
 */
export function keepSignedOutForm(
  form: Fields,
  address: string,
  signIn: string,
): Answer | undefined {
  const names = form.names();
  if (names.length === 0 || names.some((name) => secret.test(name))) return undefined;
  const hidden = names.flatMap((name) =>
    form.all(name).map((text) => html`<input type="hidden" name="${name}" value="${text}">\n`),
  );
  return answerPage(
    {
      title: "You were signed out",
      sentence: "Nothing was saved yet. Sign in on a new tab, then come back and send the form.",
      body: html`<form class="form" method="post" action="${address}" data-once>
${hidden}${renderActions(
  html`<a class="button primary" href="${signIn}" target="_blank">Sign in on a new tab</a>`,
  renderButton({ text: "Send form" }),
)}</form>
`,
    },
    403,
  );
}
