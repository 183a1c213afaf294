// Everything that the nouns declare, and where it is served.
import type { Command } from "commander";
import type { Shell } from "./cli/shell.ts";
import { addActionCommand, addListCommand } from "./kit/shell.ts";
import { mailActions, outbox } from "./mail/console.ts";

const lists = [outbox];
const actions = [...mailActions];

/** Adds a command for each declaration that has one. */
export function addDeclaredCommands(program: Command, shell: Shell): void {
  for (const list of lists) {
    if (list.surfaces.includes("shell")) addListCommand(program, shell, list);
  }
  for (const action of actions) {
    if (action.surfaces.includes("shell")) addActionCommand(program, shell, action);
  }
}
