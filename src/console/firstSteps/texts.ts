import { type Html, html } from "../../html/html.ts";

/** The words of the guide for a new service. */
export const texts = {
  title: "First steps",
  done: (count: number, total: number) => `${count} of ${total} done`,
  step: "Step",
  state: "State",
  action: "Action",
  states: {
    done: "Done",
    next: "Next",
    due: "To do",
  },
  company: {
    what: "Set name and logo",
    why: "How buyers see you: on both sites, in e-mails and on quotes.",
    action: "Set name and logo",
  },
  import: {
    what: "Import a catalog",
    why: (sample: Html) => html`Parts, prices and stock of a vendor. To try it, use ${sample}.`,
    sample: "a sample file",
    action: "Import a file",
  },
  account: {
    what: "Create an account",
    why: "A customer, with its currency, discount and people.",
    action: "Create an account",
  },
  accountFirst: "Create an account first.",
  person: {
    what: "Invite a person",
    why: "Someone of the customer who confirms its orders on the site.",
    action: "Invite a person",
  },
  key: {
    what: "Issue an API key",
    why: "The customer's systems use it to look up parts and place draft orders.",
    action: "Issue a key",
  },
  order: {
    what: "Receive an order",
    why: "Placed with the key or on the site. It counts when the customer's people confirm it.",
    call: "Look up a part with the key",
    action: "API reference",
  },
};
