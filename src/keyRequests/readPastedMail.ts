// Reads who requests a key from a pasted mail. Pure; the result is a proposal for a person to
// check, and what is not found is empty.

import { type EmailAddress, parseEmail } from "../mail/emailAddress.ts";
import { parsePersonName } from "../people/personName.ts";
import { hostOf, isFreeMailHost } from "./freeMailHosts.ts";

export type PastedMail = {
  readonly email: EmailAddress | "";
  readonly person: string;
  readonly company: string;
  /** When it was sent, if the mail contains that. */
  readonly sentAt: Date | null;
  /** The text below the headers. */
  readonly text: string;
};

const fromLine = /^[>\s*]*(?:from|von|de|da)\s*:\**\s*(.+)$/im;
const dateLine = /^[>\s*]*(?:date|sent|gesendet|datum)\s*:\**\s*(.+)$/im;
const headLine = /^[>\s*]*[A-Za-zÀ-ÿ][\wÀ-ÿ-]*( [a-z]+)?\s*:\**(\s|$)/;
const anyAddress = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]/;
const farewells = [
  "--",
  "(?:best |kind |warm )?regards",
  "sincerely",
  "thanks",
  "thank you",
  "cheers",
  "mit freundlichen gr\\S+",
  "cordialement",
];
const farewell = new RegExp(`^(?:${farewells.join("|")})[,.!\\s]*$`, "i");
/** Suffixes of company names and words of the trade. */
const companyWords = `ltd limited inc llc llp plc gmbh ag kg corp corporation co sa sas srl bv nv oy
  ab pte pty airlines? airways aviation aerospace aero aircraft mro avionics helicopters?`;
const companyWord = new RegExp(`\\b(?:${companyWords.split(/\s+/).join("|")})\\b`, "i");

/** The display name before an address, without quotes; "Lee, Ann" becomes "Ann Lee". */
function readDisplayName(line: string): string {
  const shown = line
    .replace(/[<([]?(?:mailto:)?[^\s<([]+@[^\s>)\]]+[>)\]]?.*$/, "")
    .replace(/^["'\s]+|["'\s,;]+$/g, "");
  const [, last, first] = /^([^,]+),\s*([^,]+)$/.exec(shown) ?? [];
  const name = last === undefined ? shown : `${first} ${last}`;
  return /\p{L}/u.test(name) ? (parsePersonName(name) ?? "") : "";
}

function findSignature(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.replace(/^[>\s]+/, "").trim());
  const start = lines.findLastIndex((line) => farewell.test(line));
  if (start === -1) return [];
  return lines.slice(start + 1, start + 8).filter((line) => line !== "");
}

/** Derives a company from an address: "ann@example-air.example" gives Example Air. */
function nameOfHost(email: string): string {
  const host = hostOf(email);
  if (host === "" || isFreeMailHost(host)) return "";
  const labels = host.split(".").slice(0, -1);
  const secondLevel = new Set(["co", "com", "net", "org", "gov", "ac"]);
  const own = labels.findLast((label) => !secondLevel.has(label)) ?? "";
  return own
    .split("-")
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** The text below the headers: lines of "Name: value" up to an empty line. */
function readBody(pasted: string): string {
  const lines = pasted.split("\n");
  const from = lines.findIndex((line) => fromLine.test(line));
  if (from === -1) return pasted.trim();
  let end = from;
  while (end < lines.length && headLine.test(lines[end] ?? "")) end += 1;
  return lines.slice(end).join("\n").trim();
}

function readDate(text: string | undefined): Date | null {
  const moment = text === undefined ? Number.NaN : Date.parse(text.replace(/\s+at\s+/i, " "));
  return Number.isNaN(moment) ? null : new Date(moment);
}

export function readPastedMail(pasted: string): PastedMail {
  const text = pasted.replace(/\r\n?/g, "\n").slice(0, 50_000);
  const from = fromLine.exec(text)?.[1]?.trim() ?? "";
  const address = (anyAddress.exec(from) ?? anyAddress.exec(text))?.[0] ?? "";
  const email = parseEmail(address.replace(/\.+$/, "")) ?? "";
  const body = readBody(text);
  const signature = findSignature(body);
  const company = signature.find(
    (line) => companyWord.test(line.replaceAll(".", "")) && !line.includes("@"),
  );
  const signed = signature.find((line) => line !== company && /^\p{Lu}[^\d@:]{1,60}$/u.test(line));
  const shownName = readDisplayName(from);
  return {
    email,
    person: shownName !== "" ? shownName : (parsePersonName(signed ?? "") ?? ""),
    company: (parsePersonName(company ?? "") ?? nameOfHost(email)) || nameOfHost(email),
    sentAt: readDate(dateLine.exec(text)?.[1]?.trim()),
    text: body,
  };
}
