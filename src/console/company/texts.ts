import { html } from "../../html/html.ts";

/** The words of the page of the company. */
export const texts = {
  title: "Company",
  sentence: "How buyers see you: on both sites, in e-mails and on quotes.",
  save: "Save company",
  saved: "Company saved. Pages show it within a few seconds.",
  form: "Name, color, texts and logo",
  fields: {
    name: "Name",
    nameHint: "On both sites, in e-mails and on quotes.",
    color: "Brand color",
    colorHint: "Such as #1b4fd8. Used for buttons and links.",
    address: "Address",
    addressHint: "On quotes and in e-mails, up to 6 lines.",
    terms: "Terms",
    termsHint: "At the end of quotes and order confirmations.",
    fixedBy: (setting: string) => html`Set by the environment variable
<code>DISTRIBUTOR_${setting}</code>.`,
    expected: (expected: string) => `Enter ${expected}.`,
  },
  logo: {
    fixed: html`Set by the environment variable <code>DISTRIBUTOR_LOGO</code>.`,
    title: "Logo",
    none: "No logo yet. The top bar shows a plane icon.",
    current: "Current logo",
    hint: "SVG or PNG, at most 256 KiB. Shown 28 pixels high, and on quotes.",
    remove: "Remove logo",
    again: "Choose the logo again.",
    unfit: "Choose an SVG or PNG file of at most 256 KiB.",
  },
  color: {
    darkened: "The brand color is darkened",
    darkenedHint: (color: string, light: string) =>
      `${color} is too light for text on white. Pages use ${light}, the nearest darker color ` +
      "with enough contrast (WCAG AA).",
  },
};
