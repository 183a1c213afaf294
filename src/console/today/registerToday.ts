// The first page of the console: what waits to be looked at.
import { html } from "../../html/html.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { everyRole } from "../everyRole.ts";

/** Adds `/console`. */
export function registerToday(desk: ConsoleServer): void {
  desk.get("/console", {
    roles: everyRole,
    answer: async ({ signedIn: { operator } }) => ({
      kind: "page",
      page: { title: "Today", sentence: `Good day, ${operator.name}.`, body: html`` },
    }),
  });
}
