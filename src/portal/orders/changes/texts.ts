import { type Content, type Html, html } from "../../../html/html.ts";

/** The words of change requests. */
export const texts = {
  open: "Request a change",
  title: "What should change?",
  hint: "You can also ask to cancel the order. Nothing changes until the distributor replies.",
  message: "Message",
  send: "Send change request",
  empty: "Write what should change.",
  tooLong: (length: string, maximum: string) => `${length} characters. The maximum is ${maximum}.`,
  busy: "Not sent: the order is being changed. Send the request again in a moment.",
  sent: "Change request sent",
  sentHint: "The distributor replies by e-mail or phone. The order has not changed yet.",
  closed: (status: string) => `Not sent: this order is ${status}`,
  closedHint: "Only confirmed orders can have change requests.",
  tooMany: (maximum: number) => `Not sent: this order has ${maximum} change requests`,
  tooManyHint: (address: Html) => html`Write to ${address}.`,
  typed: (message: string): Content =>
    html`<p>You typed:</p>
<p class="typed">${message}</p>`,
};
