import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ConditionCodes } from "../../catalog/tradeCodes.ts";
import { UnreadableFile } from "../../files/fileRecord.ts";
import type { UnpackLimits } from "../../files/gunzipBytes.ts";
import { openRecords } from "../../files/openRecords.ts";
import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import { type CreateListOutcome, createList } from "../../quickOrders/createList.ts";
import { selectLists } from "../../quickOrders/queries.ts";
import { readFileRows } from "../../quickOrders/readFileRows.ts";
import { readPastedRows } from "../../quickOrders/readPastedRows.ts";
import { receiveUpload } from "../../site/receiveUpload.ts";
import { type Answer, answerPage, redirect } from "../../site/visit.ts";
import type { Handler, PortalContext, PublicHandler, Visit } from "../portalContext.ts";
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
/** Limits for compressed files; they are held in memory one batch at a time. */
const unpackLimits: UnpackLimits = {
  totalBytes: 400 * 1024 * 1024,
  ratio: 400,
  ratioFromBytes: 100_000_000,
};
const listsShown = 20;

async function refuse(
  { db, quickOrderDays: days }: PortalContext,
  { signedIn, form }: Visit,
  fault: FieldFault,
): Promise<Answer> {
  const lists = await selectLists(db, signedIn.account.accountId, null, listsShown);
  const state: FormState = { value: (name) => form.text(name), faults: [fault] };
  return answerPage(renderQuickOrderPage(state, { lists, on: null, days }), 422);
}

function answerMade(
  context: PortalContext,
  visit: Visit,
  made: CreateListOutcome,
  field: string,
): Answer | Promise<Answer> {
  if (made.outcome === "refused") return refuse(context, visit, { field, text: made.message });
  return redirect(`/quick-order/${made.listId}`);
}

/** Creates a list from pasted rows. Visitors who are signed out get their rows back. */
export const receivePaste: PublicHandler = async (context, visit) => {
  const text = visit.form.text(pasteField);
  const { signedIn, now } = visit;
  if (signedIn === null) {
    return answerPage(renderSignedOutPage(freshForm({ [pasteField]: text })), 422);
  }
  const read = (conditions: ConditionCodes) => readPastedRows(text, conditions);
  const made = await createList(context.db, { signedIn, name: "Pasted list", read, now });
  return answerMade(context, { ...visit, signedIn }, made, pasteField);
};

const pieceBytes = 64 * 1024;

/** The bytes in pieces, as from a disk, because each piece is processed in memory. */
function* listPieces(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield bytes.subarray(start, start + pieceBytes);
  }
}

async function readFile(
  { db }: PortalContext,
  { signedIn, now }: Visit,
  name: string,
  bytes: Buffer,
): Promise<CreateListOutcome> {
  try {
    const opened = await openRecords(Readable.from(listPieces(bytes)), { limits: unpackLimits });
    try {
      const read = (conditions: ConditionCodes) => readFileRows(opened, conditions);
      return await createList(db, { signedIn, name, read, now });
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return { outcome: "refused", message: error.message };
    throw error;
  }
}

export const receiveFile: Handler = async (context, visit) => {
  // The upload finishes before the transaction starts: a slow sender must not keep one open.
  const upload = await receiveUpload(visit.request, maxFileBytes, async ({ name, bytes }) => ({
    name,
    bytes: await buffer(bytes),
  }));
  if (upload.outcome === "too large") {
    const text = "The file is larger than 25 MB. Split it, or save it as CSV.";
    return refuse(context, visit, { field: fileField, text });
  }
  if (upload.outcome === "no file") {
    return refuse(context, visit, { field: fileField, text: "Choose a file to upload." });
  }
  const { name, bytes } = upload.result;
  return answerMade(context, visit, await readFile(context, visit, name, bytes), fileField);
};
