import type { Content } from "../../html/html.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import { texts } from "./texts.ts";

/** What happens next with an e-mail that was just queued. */
export function describeDelivery({ people }: Pick<ConsoleContext, "people">): Content {
  if (people.sendsMail) return "E-mail queued.";
  return texts.done.deliver;
}
