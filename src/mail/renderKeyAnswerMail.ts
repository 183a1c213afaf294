// Answers to a key request without a key: a question, or a refusal.
import { greet, oneLine, splitBraces } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";

/** `text` is the operator's own. */
export type KeyAnswerMail = {
  readonly kind: "question" | "refusal";
  readonly accountId: string | null;
  readonly email: string;
  readonly person: string | null;
  readonly company: string | null;
  readonly text: string;
  readonly supportEmail: string;
};

export function renderKeyAnswerMail(answer: KeyAnswerMail): MailMessage {
  const { kind, accountId, email, person, company, supportEmail } = answer;
  const isQuestion = kind === "question";
  const forCompany = company === null ? "" : ` for ${oneLine(company)}`;
  const closing = isQuestion
    ? "Reply to this e-mail or write"
    : "If you think this is a mistake, write";
  return {
    kind: isQuestion ? "key question" : "key declined",
    to: email,
    accountId,
    subject: isQuestion
      ? "Question about your API key request"
      : "Your API key request was declined",
    text: `${greet(person === null || person === "" ? null : oneLine(person))}

You requested an API key for ordering parts${forCompany}.
${isQuestion ? "Before we can issue it, we need to know:" : "We cannot issue one. The reason:"}

${splitBraces(answer.text)}

${closing} to ${supportEmail}.
`,
  };
}
