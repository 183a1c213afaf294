// A form that was sent after its session ended. It is kept in the answer, and sent again after
// signing in. Nothing of it is stored. A file is too large for that: it stays in the form.

import { renderActions, renderButton } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import type { Fields } from "./fields.ts";
import { texts } from "./texts.ts";
import { type Answer, answerPage } from "./visit.ts";

function renderSignIn(signIn: string): Html {
  const text = texts.signedOut.signIn;
  return html`<a class="button primary" href="${signIn}" target="_blank">${text}</a>`;
}

/**
 * The page for a file that was sent without a session and not read. The script shows it in the
 * form, which still has the file.
 */
export function refuseSignedOutUpload(signIn: string): Answer {
  return answerPage(
    {
      title: texts.signedOut.title,
      sentence: texts.signedOut.notUploaded,
      body: html`<div class="form" data-signed-out>
<p>${texts.signedOut.uploadAgain}</p>
${renderActions(renderSignIn(signIn))}</div>
`,
    },
    403,
  );
}

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
      title: texts.signedOut.title,
      sentence: texts.signedOut.sentence,
      body: html`<form class="form" method="post" action="${address}" data-once>
${hidden}${renderActions(renderSignIn(signIn), renderButton({ text: texts.signedOut.send }))}</form>
`,
    },
    403,
  );
}
