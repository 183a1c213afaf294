// The first step of an import: choosing and uploading a file.

import { resolveAccount } from "../../accounts/foundAccountQueries.ts";
import { renderFileField, renderSelect, renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { allowSlowBody } from "../../http/connections/slowBody.ts";
import type { FileSubject } from "../../importFiles/importFile.ts";
import {
  inspectUpload,
  type ReceivedFile,
  receiveImportFile,
} from "../../importFiles/receiveImportFile.ts";
import { readVendorName } from "../../imports/cleanText.ts";
import type { RunKind } from "../../imports/importRun.ts";
import type { Fields } from "../../site/fields.ts";
import { receiveUpload, type Upload } from "../../site/receiveUpload.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../../site/visit.ts";
import { fileAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { sampleCatalogPath } from "../firstSteps/sampleCatalog.ts";
import { describeUnresolved, renderPicker } from "../search/pickers.ts";
import { fileTexts } from "./fileTexts.ts";
import { formatBytes } from "./stateWords.ts";
import { texts } from "./texts.ts";

const accepted = ".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.gz";
const subjectNames = ["kind", "mode", "vendor", "account"] as const;

const kindOptions = [
  { value: "catalog", text: fileTexts.kinds.catalog },
  { value: "stock", text: fileTexts.kinds.stock },
  { value: "agreement", text: fileTexts.kinds.agreement },
];
const modeOptions = [
  { value: "merge", text: fileTexts.modes.merge },
  { value: "replace", text: fileTexts.modes.replace },
];

function renderNewPage(state: FormState, { importFileBytes }: ConsoleContext): SitePage {
  const maxSize = formatBytes(importFileBytes);
  const fields = [
    renderSelect(state, { name: "kind", label: fileTexts.upload.kind, options: kindOptions }),
    renderTextField(state, {
      name: "vendor",
      label: fileTexts.upload.vendor,
      optional: true,
      maxLength: 200,
      hint: fileTexts.upload.vendorHint,
    }),
    renderSelect(state, {
      name: "mode",
      label: fileTexts.upload.mode,
      options: modeOptions,
      hint: fileTexts.upload.modeHint,
    }),
    renderPicker(state, "accounts", {
      name: "account",
      label: fileTexts.upload.account,
      optional: true,
      hint: fileTexts.upload.accountHint,
    }),
    renderFileField(state, {
      name: "file",
      label: fileTexts.upload.file,
      accept: accepted,
      hint: fileTexts.upload.fileHint(maxSize),
    }),
  ];
  return {
    title: fileTexts.upload.title,
    above: { href: "/console/imports", text: texts.list.title },
    sentence: fileTexts.upload.sentence,
    body: html`${renderFaults(state)}${renderForm({
      action: "/console/imports/new",
      label: fileTexts.upload.form,
      upload: true,
      progress: true,
      body: fields,
      button: { text: fileTexts.upload.button, kind: "primary" },
    })}<p class="quiet">${fileTexts.upload.sample(sampleCatalogPath)}</p>
`,
  };
}

/** The address may fill in fields of the form. */
export const showNewImport: Handler = async (context, { query }) => {
  const chosen = subjectNames.map((name) => [name, query.text(name)]);
  return answerPage(renderNewPage(freshForm(Object.fromEntries(chosen)), context));
};

type ReadSubject =
  | { readonly outcome: "read"; readonly subject: FileSubject }
  | { readonly outcome: "refused"; readonly faults: readonly FieldFault[] };

async function readSubject({ db }: ConsoleContext, fields: Fields): Promise<ReadSubject> {
  const refuse = (field: string, text: string): ReadSubject => ({
    outcome: "refused",
    faults: [{ field, text }],
  });
  const kind = fields.text("kind");
  if (!Object.hasOwn(texts.kinds, kind)) return refuse("kind", fileTexts.upload.noKind);
  if (kind === "agreement") {
    const name = fields.text("account").trim();
    const resolved = await resolveAccount(db, name);
    if (resolved.outcome !== "found") return refuse("account", describeUnresolved(resolved, name));
    const { accountId } = resolved.account;
    return { outcome: "read", subject: { kind, mode: "merge", vendor: null, accountId } };
  }
  const vendor = readVendorName(fields.text("vendor"));
  if (vendor.outcome === "refused")
    return refuse("vendor", fileTexts.upload.badVendor(vendor.reason));
  const mode = fields.text("mode") === "replace" ? "replace" : "merge";
  const subject = { kind: kind as RunKind, mode, vendor: vendor.vendor, accountId: null } as const;
  return { outcome: "read", subject };
}

type Received = { readonly fields: Fields; readonly outcome: ReadSubject | ReceivedFile };

async function receive(context: ConsoleContext, visit: Visit, upload: Upload): Promise<Received> {
  const { name, bytes, fields, isTruncated } = upload;
  const read = await readSubject(context, fields);
  if (read.outcome === "refused") {
    // A browser shows the answer only after it has sent the whole file.
    bytes.resume();
    await new Promise((resolve) => bytes.once("close", resolve));
    return { fields, outcome: read };
  }
  const { operator } = visit.signedIn;
  const outcome = await receiveImportFile(context.db, {
    subject: read.subject,
    name,
    bytes,
    isTruncated,
    sentBy: operator.name,
    now: visit.now,
  });
  return { fields, outcome };
}

/** Receives the file and inspects it before answering. */
export const receiveImport: Handler = async (context, visit) => {
  const { importFileBytes, importRunner } = context;
  const refuse = (fields: Fields, faults: readonly FieldFault[]): Answer => {
    const state = { value: (name: string) => fields.text(name), faults };
    return answerPage(renderNewPage(state, context), 422);
  };
  const fault = (fields: Fields, text: string) => refuse(fields, [{ field: "file", text }]);
  let sent: Fields | undefined;
  const upload = await allowSlowBody(visit.request, () =>
    receiveUpload(visit.request, importFileBytes, (one) => {
      sent = one.fields;
      return receive(context, visit, one);
    }),
  );
  if (upload.outcome === "no file") return fault(upload.fields, fileTexts.upload.noFile);
  if (upload.outcome === "too large") {
    const maxSize = formatBytes(importFileBytes);
    const text = fileTexts.upload.tooLarge(maxSize);
    return fault(sent ?? visit.form, text);
  }
  const { fields, outcome: made } = upload.result;
  if (made.outcome === "refused") return refuse(fields, made.faults);
  if (made.outcome === "read" || made.outcome === "truncated") {
    throw new Error(`A file was taken that is ${made.outcome}.`);
  }
  if (made.outcome === "empty") return fault(fields, fileTexts.upload.empty);
  if (made.outcome === "no room") {
    const text = fileTexts.upload.noRoom;
    return fault(fields, text);
  }
  await inspectUpload(context.db, importRunner, made.fileId);
  return redirect(fileAddress(made.fileId));
};
