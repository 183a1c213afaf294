import type { Html } from "../kit/html/html.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { texts } from "./consoleTexts.ts";

/** The notice for a change that the replica does not show yet. */
export function renderNotShown(): Html {
  return renderNotice("neutral", texts.part.notShown, texts.part.notShownHint);
}
