import { type Content, type Html, html } from "../../../html/html.ts";

/** The words of change requests. */
export const texts = {
  open: "Request a change",
  tooLong: (length: string, maximum: string) => `${length} characters. The maximum is ${maximum}.`,
  sent: "Change request sent",
  sentHint: "The distributor replies by e-mail or phone. The order has not changed yet.",
  closed: (status: string) => `Not sent: this order is ${status}`,
  tooMany: (maximum: number) => `Not sent: this order has ${maximum} change requests`,
  tooManyHint: (address: Html) => html`Write to ${address}.`,
  typed: (message: string): Content =>
    html`<p>You typed:</p>
<p class="typed">${message}</p>`,
};
