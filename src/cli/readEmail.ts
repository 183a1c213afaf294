// How commands read who a person is.
import { InvalidArgumentError } from "commander";
import { type EmailAddress, parseEmail } from "../accounts/emailAddress.ts";
import { parsePersonName } from "../accounts/personName.ts";

/** The address of a person; anything else is a wrong use of the command. */
export function readEmail(text: string): EmailAddress {
  const email = parseEmail(text);
  if (email === undefined) throw new InvalidArgumentError("Expected an address as ann@b.example.");
  return email;
}

/** The name of a person, on one line. */
export function readName(text: string): string {
  const name = parsePersonName(text);
  if (name === undefined) throw new InvalidArgumentError("Expected a line of 1 to 200 characters.");
  return name;
}
