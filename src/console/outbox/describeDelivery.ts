import { type Content, html } from "../../html/html.ts";
import type { ConsoleContext } from "../consoleContext.ts";

/** What happens next with an e-mail that was just queued. */
export function describeDelivery({ people }: Pick<ConsoleContext, "people">): Content {
  if (people.sendsMail) return "E-mail queued.";
  return html`Deliver the e-mail from the <a href="/console/outbox">outbox</a>.`;
}
