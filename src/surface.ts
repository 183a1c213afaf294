// What is declared, and served in the shell too. The pages of the sites are in `consoleRoutes` and
// `portalRoutes`, the other commands in `src/cli`.
import type { Command } from "commander";
import { accountList } from "./accounts/console.ts";
import { resumeAccount, suspendAccount } from "./accounts/suspension.ts";
import { auditLog } from "./audit/console.ts";
import type { Shell } from "./cli/shell.ts";
import { addActionCommand, addListCommand } from "./kit/shell.ts";
import { mailActions, outbox } from "./mail/console.ts";

/** Adds a command for each declaration that has one. */
export function addDeclaredCommands(program: Command, shell: Shell): void {
  addListCommand(program, shell, accountList);
  addActionCommand(program, shell, suspendAccount);
  addActionCommand(program, shell, resumeAccount);
  addListCommand(program, shell, outbox);
  addListCommand(program, shell, auditLog);
  for (const action of mailActions) addActionCommand(program, shell, action);
}
