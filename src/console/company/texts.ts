import { html } from "../../html/html.ts";

/** The words of the page of the company. */
export const texts = {
  logo: {
    fixed: html`Set by the environment variable <code>DISTRIBUTOR_LOGO</code>.`,
    title: "Logo",
  },
};
