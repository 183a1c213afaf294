// Sends the e-mails of the history without a mail server: all are accepted, except to addresses
// that do not exist.
import type { MailServer } from "../../mail/openMailServer.ts";
import { selectQueued } from "../../mail/outbox.ts";
import { sendMail } from "../../mail/sendMail.ts";
import type { History } from "./history.ts";

/** Addresses of people who left; e-mails to them bounce. */
export const bouncingAddresses = {
  left: "stores@example-air.example",
  mistyped: "m.sample@fictional-jets.example",
} as const;

const sentAfterMs = 4_000;

const server: MailServer = {
  place: "mail.example:587",
  messageIdOf: (mailId) => `${mailId}@desk.example`,
  verify: () => Promise.resolve(),
  close: () => undefined,
  deliver({ to }) {
    const bounces = Object.values(bouncingAddresses).some((address) => address === to);
    if (!bounces) return Promise.resolve();
    const message = `550 5.1.1 <${to}>: Recipient address rejected: User unknown`;
    const refusal = { command: "RCPT TO", responseCode: 550 };
    return Promise.reject(Object.assign(new Error(message), refusal));
  },
};

/** Makes the first attempt of each queued e-mail, soon after it was created. */
export async function sendQueuedMails({ context }: History): Promise<void> {
  const { db, mailEncryption: encryption } = context;
  for (const { mailId, attempts, createdAt } of await selectQueued(db)) {
    const sentAt = new Date(createdAt.getTime() + sentAfterMs);
    await sendMail({ db, encryption, server }, { mailId, attempt: attempts }, sentAt);
  }
}
