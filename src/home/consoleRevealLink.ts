// Without a mail server the operator delivers a link: it is shown once, right after it was created,
// and counts as delivered by that operator.
import { operatorActor } from "../audit/actor.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCodeBlock, renderCopyable } from "../kit/html/codeBlock.ts";
import { type Content, html } from "../kit/html/html.ts";
import { renderNotice } from "../kit/html/notice.ts";
import type { Place } from "../kit/html/page.ts";
import { type Answer, answerPage, redirect } from "../kit/site/visit.ts";
import { type MailId, markUndelivered } from "../mail/queries.ts";
import { revealMail } from "../mail/revealMail.ts";
import { mailAddress } from "./consoleAddresses.ts";
import type { ConsoleContext, Visit } from "./consoleContext.ts";

/** What happens next with an e-mail that was just queued. */
export function describeDelivery({ people }: Pick<ConsoleContext, "people">): Content {
  if (people.sendsMail) return "E-mail queued.";
  return html`Deliver the e-mail from the <a href="/console/outbox">outbox</a>.`;
}

/** Shows the link of an e-mail that no server will send, once. */
export async function revealLink(
  { db, mailEncryption }: ConsoleContext,
  visit: Visit,
  { mailId, title, above }: { mailId: MailId; title: string; above: Place },
): Promise<Answer> {
  await markUndelivered(db, mailId);
  const revealed = await revealMail(db, mailEncryption, mailId, operatorActor(visit), visit.now);
  // Someone else delivers it from the outbox.
  if (revealed.outcome !== "revealed") return redirect(mailAddress(mailId));
  const { recipient, secrets, text } = revealed;
  const link = html`<p>${renderCopyable(secrets["link"] ?? "", "the link")}</p>
<p>${
    `No mail server is configured, so you deliver it to ${recipient}. The audit log records that ` +
    "you have seen it."
  }</p>
`;
  return answerPage({
    title,
    sentence: `For ${recipient}. Shown only once.`,
    above,
    body: html`${[
      renderNotice("short", "Copy the link now.", "It is not shown again. A new link replaces it."),
      renderCard({ title: "Link", body: link }),
      renderCodeBlock("E-mail with instructions", text),
    ]}`,
  });
}
