// Issuing a key to an account: what it is called, the very mail, and then key and mail at once. Who
// issues it never sees it.

import type { KeyId } from "../../accounts/account.ts";
import type { DeskAccount } from "../../accounts/deskQueries.ts";
import { mailKeyOnce, previewNewKey } from "../../accounts/mailNewKey.ts";
import { keyNameLength } from "../../accounts/requestKey.ts";
import { parseDay } from "../../day.ts";
import { isUuid } from "../../db/isUuid.ts";
import { newId } from "../../db/newId.ts";
import { writeCodeBlock } from "../../html/codeBlock.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Content, html } from "../../html/html.ts";
import { writeNotice } from "../../html/notice.ts";
import type { Fields } from "../../http/fields.ts";
import type { Answer, SitePage } from "../../http/visit.ts";
import { isMailbox } from "../../mail/queueMail.ts";
import { accountAddress } from "../accountAddress.ts";
import { byVisitor } from "../byVisitor.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { ConsoleServer, Visit } from "../consoleServer.ts";
import { deskRoles as roles } from "../everyRole.ts";
import { keyMailParts } from "../keys/keyMailParts.ts";
import { withAccount } from "../withAccount.ts";

type Wish = { readonly name: string; readonly expiresAt: Date | null };

/** A key is good to the end of its last day, in UTC. */
function readWish(form: Fields, now: Date): Wish | readonly FieldFault[] {
  const name = form.text("name").trim();
  const typedDay = form.text("expires").trim();
  const day = parseDay(typedDay);
  const expiresAt = day === undefined ? null : new Date(`${day}T23:59:59.999Z`);
  const faults: FieldFault[] = [];
  if (name === "" || [...name].length > keyNameLength || /\p{Cc}/u.test(name)) {
    const text = `Give the key a name of at most ${keyNameLength} characters, on one line.`;
    faults.push({ field: "name", text });
  }
  if (typedDay !== "" && (expiresAt === null || expiresAt <= now)) {
    faults.push({ field: "expires", text: "Choose a day to come, or none." });
  }
  return faults.length > 0 ? faults : { name, expiresAt };
}

function address({ accountId }: DeskAccount): string {
  return `${accountAddress(accountId)}/keys/new`;
}

function writePage(account: DeskAccount, body: Content): SitePage {
  return {
    title: "Issue a key",
    sentence: html`For ${account.name}; it goes to ${account.email} by mail, and is shown to
nobody here.`,
    above: { href: accountAddress(account.accountId), text: account.name },
    body: html`${body}`,
  };
}

function showForm(account: DeskAccount, state: FormState): SitePage {
  const body = html`${writeTextField(state, {
    name: "name",
    label: "Name of the key",
    hint: "What it is called here and in mails, as in ERP production.",
    autocomplete: "off",
    maxLength: keyNameLength,
    focused: true,
  })}${writeTextField(state, {
    name: "expires",
    label: "Last day it is good",
    type: "date",
    optional: true,
    hint: "To its end, in UTC. Without one it is good until it is revoked.",
  })}${writeActions(writeButton({ text: "Show the mail", kind: "primary" }))}`;
  return writePage(account, [
    writeFaults(state),
    writeForm({ action: address(account), hidden: { step: "show" }, body }),
  ]);
}

async function showMail(
  context: ConsoleContext,
  { form, now }: Visit,
  account: DeskAccount,
  wish: Wish,
  isChanged = false,
): Promise<SitePage> {
  const mail = previewNewKey(account, wish, await keyMailParts(context, now));
  const texts = { name: form.text("name"), expires: form.text("expires") };
  const send = writeForm({
    action: address(account),
    hidden: { ...texts, step: "send", to: mail.to, key: newId() },
    body: writeActions(
      writeButton({ text: `Issue the key and send it to ${mail.to}`, kind: "primary" }),
      html`<a href="${address(account)}">Begin anew</a>`,
    ),
  });
  const note = context.people.sendsMail
    ? null
    : writeNotice("short", "No mail goes out here.", "It waits in the outbox to be handed over.");
  const heads = writeDefinitions([
    { term: "To", value: mail.to },
    { term: "Subject", value: mail.subject },
  ]);
  const changed = isChanged
    ? writeNotice(
        "short",
        "No key was issued: the account's address is another now.",
        "Look at the mail again, and send it if it is right.",
      )
    : null;
  return writePage(account, [changed, note, heads, writeCodeBlock("The mail", mail.text), send]);
}

async function issue(context: ConsoleContext, visit: Visit, account: DeskAccount): Promise<Answer> {
  const { form, now } = visit;
  const refuse = (faults: readonly FieldFault[]): Answer => ({
    kind: "page",
    status: 422,
    page: showForm(account, { value: form.text, faults }),
  });
  const wish = readWish(form, now);
  if (!("name" in wish)) return refuse(wish);
  if (!isMailbox(account.email)) {
    const text = "The account has no address that mail can be written to. Edit it first.";
    return refuse([{ field: "", text }]);
  }
  if (form.text("step") !== "send") {
    return { kind: "page", page: await showMail(context, visit, account, wish) };
  }
  // The key goes where the mail that was seen would go, or nowhere.
  if (form.text("to") !== account.email) {
    return { kind: "page", status: 409, page: await showMail(context, visit, account, wish, true) };
  }
  const keyId = form.text("key");
  if (!isUuid(keyId)) return refuse([{ field: "", text: "Look at the mail first." }]);
  const request = {
    ...{ account, ...wish, now, by: byVisitor(visit), keyId: keyId as KeyId },
    mail: await keyMailParts(context, now),
  };
  const mailed = await mailKeyOnce(context.db, context.mailSeal, request);
  const done = mailed === undefined ? "issued-already" : "issued";
  return { kind: "see other", to: `/console/keys/${keyId}?done=${done}` };
}

/** Adds `/console/accounts/:account/keys/new`. */
export function registerIssuePages(desk: ConsoleServer): void {
  const { get, post, context } = desk;
  const path = "/console/accounts/:account/keys/new";
  get(path, {
    roles,
    answer: withAccount(desk, async (_visit, account) => ({
      kind: "page",
      page: showForm(account, freshForm()),
    })),
  });
  post(path, {
    roles,
    answer: withAccount(desk, (visit, account) => issue(context, visit, account)),
  });
}
