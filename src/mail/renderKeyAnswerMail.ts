// Answers to a key request without a key: a question, or a refusal.
import { greet, oneLine } from "./mailText.ts";
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
  const whom = company === null ? "" : ` for ${oneLine(company)}`;
  const answering = isQuestion ? "Answer this mail, or write" : "If you think that is wrong, write";
  const text = answer.text.replace(/\{(?=\{)/g, "{ ");
  return {
    kind: isQuestion ? "key question" : "key declined",
    to: email,
    accountId,
    subject: isQuestion ? "Your request for a key: a question" : "Your request for a key",
    text: `${greet(person === null || person === "" ? null : oneLine(person))}

you asked for a key for ordering parts${whom}.
${isQuestion ? "Before we can issue it we need to know:" : "We do not issue one. The reason:"}

${text}

${answering} to ${supportEmail}.
`,
  };
}
