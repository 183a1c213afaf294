// The first step of an import: choosing and uploading a file.
import { resolveAccount } from "../accounts/foundAccountQueries.ts";
import { fileAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { describeUnresolved, renderPicker } from "../home/consolePickers.ts";
import { sampleCatalogPath } from "../home/consoleSampleCatalog.ts";
import { renderFileField, renderSelect, renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { html } from "../kit/html/html.ts";
import type { Fields } from "../kit/site/fields.ts";
import { receiveUpload, type Upload } from "../kit/site/receiveUpload.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../kit/site/visit.ts";
import { readVendorName } from "../reading/cleanText.ts";
import { allowSlowBody } from "../server/http/connections/slowBody.ts";
import { aboveImports, formatBytes, importsPath, kindWords } from "./consoleRuns.ts";
import type { FileSubject } from "./file.ts";
import { inspectUpload, type ReceivedFile, receiveImportFile } from "./receiveFile.ts";
import type { RunKind } from "./run.ts";

const accepted = ".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.gz";
const subjectNames = ["kind", "mode", "vendor", "account"] as const;

const kindOptions = [
  { value: "catalog", text: "Catalog: parts, prices and stock" },
  { value: "stock", text: "Stock: quantities of known parts" },
  { value: "agreement", text: "Agreement: prices of one account" },
];
const modeOptions = [
  { value: "merge", text: "Merge: change only what the file contains" },
  { value: "replace", text: "Replace: also discontinue what is not in the file" },
];

function renderNewPage(state: FormState, { importFileBytes }: ConsoleContext): SitePage {
  const maxSize = formatBytes(importFileBytes);
  const fields = [
    renderSelect(state, { name: "kind", label: "Type of file", options: kindOptions }),
    renderTextField(state, {
      name: "vendor",
      label: "Vendor",
      optional: true,
      maxLength: 200,
      hint: "Vendor of all rows, if the file has no vendor column.",
    }),
    renderSelect(state, {
      name: "mode",
      label: "Mode",
      options: modeOptions,
      hint: "Replace discontinues missing parts; with a stock file it sets them out of stock.",
    }),
    renderPicker(state, "accounts", {
      name: "account",
      label: "Account",
      optional: true,
      hint: "Only for an agreement.",
    }),
    renderFileField(state, {
      name: "file",
      label: "File",
      accept: accepted,
      hint: `CSV, TSV, XLSX or JSON, optionally gzipped, up to ${maxSize}.`,
    }),
  ];
  return {
    title: "New import",
    above: aboveImports,
    sentence: "Step 1 of 4: upload a file. Nothing is imported before the last step.",
    body: html`${renderFaults(state)}${renderForm({
      action: `${importsPath}/new`,
      label: "Import file",
      upload: true,
      progress: true,
      body: fields,
      button: { text: "Upload file", kind: "primary" },
    })}<p class="quiet">To try an import, download <a href="${sampleCatalogPath}" download>a
sample catalog</a>.</p>
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
  if (!Object.hasOwn(kindWords, kind)) return refuse("kind", "Choose the type of file.");
  if (kind === "agreement") {
    const name = fields.text("account").trim();
    const resolved = await resolveAccount(db, name);
    if (resolved.outcome !== "found") return refuse("account", describeUnresolved(resolved, name));
    const { accountId } = resolved.account;
    return { outcome: "read", subject: { kind, mode: "merge", vendor: null, accountId } };
  }
  const vendor = readVendorName(fields.text("vendor"));
  if (vendor.outcome === "refused") return refuse("vendor", `The vendor ${vendor.reason}.`);
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
  if (upload.outcome === "no file") return fault(upload.fields, "Choose a file to upload.");
  if (upload.outcome === "too large") {
    const maxSize = formatBytes(importFileBytes);
    const text = `The file is larger than ${maxSize}. Compress it with gzip, or split it.`;
    return fault(sent ?? visit.form, text);
  }
  const { fields, outcome: made } = upload.result;
  if (made.outcome === "refused") return refuse(fields, made.faults);
  if (made.outcome === "read" || made.outcome === "truncated") {
    throw new Error(`A file was taken that is ${made.outcome}.`);
  }
  if (made.outcome === "empty") return fault(fields, "The file is empty.");
  if (made.outcome === "no room") {
    const text = "The database disk is full. Nothing was stored. Contact your administrator.";
    return fault(fields, text);
  }
  await inspectUpload(context.db, importRunner, made.fileId);
  return redirect(fileAddress(made.fileId));
};
