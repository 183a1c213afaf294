import { html } from "../../html/html.ts";

/** The words of the page of the company. */
export const texts = {
  fields: {
    fixedBy: (setting: string) => html`Set by the environment variable
<code>DISTRIBUTOR_${setting}</code>.`,
    expected: (expected: string) => `Enter ${expected}.`,
  },
  logo: {
    fixed: html`Set by the environment variable <code>DISTRIBUTOR_LOGO</code>.`,
    title: "Logo",
  },
  color: {
    darkenedHint: (color: string, light: string) =>
      `${color} is too light for text on white. Pages use ${light}, the nearest darker color ` +
      "with enough contrast (WCAG AA).",
  },
};
