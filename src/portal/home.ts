// The first page: what waits for the buyer.
import { html } from "../html/html.ts";
import type { PortalServer } from "./portalServer.ts";

/** Adds `/`. */
export function registerHome(portal: PortalServer): void {
  portal.get("/", {
    access: "signed in",
    answer: async ({ signedIn }) => ({
      kind: "page",
      page: {
        title: "Home",
        sentence: `You order for ${signedIn.account.name}.`,
        body: html``,
      },
    }),
  });
}
