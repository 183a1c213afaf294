// The mail that brings a key in place of another: that of a new key, and when the earlier one ends.
import { formatMoment } from "../day.ts";
import type { MailMessage } from "./queueMail.ts";
import { type KeyMail, renderKeyMail } from "./renderKeyMail.ts";

/** The new key as a mail; `ended` says that the earlier one is refused already. */
export function renderRotatedKeyMail(
  mail: KeyMail,
  replaced: { readonly lastFour: string; readonly endsAt: Date; readonly ended: boolean },
): MailMessage {
  const message = renderKeyMail(mail);
  const { lastFour, endsAt, ended } = replaced;
  const state = ended
    ? "which is refused from now on."
    : `which is good until\n${formatMoment(endsAt)}. Both are good meanwhile.`;
  const note = `It takes the place of your key ending in ${lastFour}, ${state}\n`;
  return { ...message, text: `${message.text}\n${note}` };
}
