import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import { allowSlowBody } from "../../http/connections/slowBody.ts";
import { maxTurnWaitMs, type RefusedFile, waitYourTurn } from "../../imports/runner.ts";
import { type CreateListOutcome, createList } from "../../quickOrders/createList.ts";
import { receiveUpload, type Upload } from "../../site/receiveUpload.ts";
import { type Answer, answerPage, redirect } from "../../site/visit.ts";
import type { Handler, PortalContext, PublicHandler, Visit } from "../portalContext.ts";
import { loadLists } from "./loadLists.ts";
import {
  fileField,
  pasteField,
  renderQuickOrderPage,
  renderSignedOutPage,
} from "./quickOrderPage.ts";

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
  made: CreateListOutcome | RefusedFile,
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
  const { accountId } = signedIn.account;
  const { db, uploadTurns } = context;
  if (!(await uploadTurns.take(accountId, 1, maxTurnWaitMs))) throw waitYourTurn();
  try {
    const upload = { kind: "text", text } as const;
    const made = await createList(db, { signedIn, name: "Pasted list", upload, now });
    return await answerMade(context, { ...visit, signedIn }, made, pasteField);
  } finally {
    uploadTurns.end(accountId);
  }
};

/** Receives a file and reads it. Only one of an account is in the memory of this worker. */
export const receiveFile: Handler = async (context, visit) => {
  const { signedIn, now } = visit;
  const { accountId } = signedIn.account;
  const { uploadTurns } = context;
  let hasTurn = false;
  async function take({ name, bytes }: Upload) {
    hasTurn = await uploadTurns.take(accountId, 1, maxTurnWaitMs);
    if (hasTurn) return { name, bytes: await buffer(bytes) };
    // A browser shows the answer only after it has sent the whole file.
    await finished(bytes.resume());
    throw waitYourTurn();
  }
  try {
    // The upload finishes before the transaction starts: a slow sender must not keep one open.
    const upload = await allowSlowBody(visit.request, () =>
      receiveUpload(visit.request, maxFileBytes, take),
    );
    if (upload.outcome === "too large") {
      const text = "The file is larger than 25 MB. Split it, or save it as CSV.";
      return await refuse(context, visit, { field: fileField, text });
    }
    if (upload.outcome === "no file") {
      return await refuse(context, visit, { field: fileField, text: "Choose a file to upload." });
    }
    const { name, bytes } = upload.result;
    const sent = { signedIn, name, upload: { kind: "file", bytes }, now } as const;
    const made = await context.readList(accountId, { kind: "createList", given: [sent] });
    return await answerMade(context, visit, made, fileField);
  } finally {
    if (hasTurn) uploadTurns.end(accountId);
  }
};
