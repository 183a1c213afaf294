import { buffer } from "node:stream/consumers";
import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import { type CreateListOutcome, createList } from "../../quickOrders/createList.ts";
import { receiveUpload } from "../../site/receiveUpload.ts";
import { type Answer, answerPage, redirect } from "../../site/visit.ts";
import type { Handler, PortalContext, PublicHandler, Visit } from "../portalContext.ts";
import { loadLists } from "./loadLists.ts";
import {
  fileField,
  pasteField,
  renderQuickOrderPage,
  renderSignedOutPage,
} from "./quickOrderPage.ts";
import { texts } from "./texts.ts";

/** The largest file, in bytes. */
export const maxFileBytes = 25 * 1024 * 1024;
/**
 * The largest pasted list, in bytes of its form: about 50,000 rows. It is held in memory and needs
 * no sign-in, so longer lists have to be files.
 */
export const maxPasteBytes = 2 * 1024 * 1024;

async function refuse(context: PortalContext, visit: Visit, fault: FieldFault): Promise<Answer> {
  const state: FormState = { value: (name) => visit.form.text(name), faults: [fault] };
  const lists = await loadLists(context, visit, null);
  return answerPage(renderQuickOrderPage(state, lists), 422);
}

function answerMade(
  context: PortalContext,
  visit: Visit,
  made: CreateListOutcome,
  field: string,
): Answer | Promise<Answer> {
  if (made.outcome === "refused") return refuse(context, visit, { field, text: made.message });
  const at = `/quick-order/${made.listId}`;
  return redirect(made.outcome === "unclear" ? `${at}/columns` : at);
}

/** Creates a list from pasted rows. Visitors who are signed out get their rows back. */
export const receivePaste: PublicHandler = async (context, visit) => {
  const text = visit.form.text(pasteField);
  const { signedIn, now } = visit;
  if (signedIn === null) {
    return answerPage(renderSignedOutPage(freshForm({ [pasteField]: text })), 422);
  }
  const upload = { kind: "text", text } as const;
  const made = await createList(context.db, { signedIn, name: texts.paste.listName, upload, now });
  return answerMade(context, { ...visit, signedIn }, made, pasteField);
};

export const receiveFile: Handler = async (context, visit) => {
  // The upload finishes before the transaction starts: a slow sender must not keep one open.
  const upload = await receiveUpload(visit.request, maxFileBytes, async ({ name, bytes }) => ({
    name,
    bytes: await buffer(bytes),
  }));
  if (upload.outcome === "too large") {
    const text = texts.file.tooLarge;
    return refuse(context, visit, { field: fileField, text });
  }
  if (upload.outcome === "no file") {
    return refuse(context, visit, { field: fileField, text: texts.file.none });
  }
  const { name, bytes } = upload.result;
  const { signedIn, now } = visit;
  const sent = { signedIn, name, upload: { kind: "file", bytes }, now } as const;
  return answerMade(context, visit, await createList(context.db, sent), fileField);
};
