// Files written from the database while they are sent, each on its own connection. The number of
// concurrent files per node is limited.
import { PassThrough, type Writable } from "node:stream";
import type { Logger } from "pino";
import type { Database, Session } from "../../db/database.ts";
import type { SharedSlots } from "../../server/http/sharedSlots.ts";
import { html } from "../html/html.ts";
import { type Answer, answerPage } from "./visit.ts";

/** The most files that a node writes at the same time. */
export const maxFiles = 3;

type SentFile = { readonly name: string; readonly type: string };

export type FileAnswers = {
  /** Answers with a file that `write` writes, or with 429 if too many are being written. */
  send(
    visit: { readonly requestId: string },
    file: SentFile,
    write: (session: Session, target: Writable) => Promise<void>,
  ): Promise<Answer>;
};

const tooMany: Answer = answerPage(
  {
    title: "Too many exports are running",
    sentence: "Reload this page in a moment to start yours.",
    body: html``,
  },
  { waitS: 5 },
);

export function createFileAnswers(context: {
  readonly db: Database;
  readonly log: Logger;
  /** One for each file. */
  readonly slots: SharedSlots;
}): FileAnswers {
  const { slots } = context;
  return {
    async send(visit, file, write) {
      if (!slots.take()) return tooMany;
      const session = await context.db.openSession().catch((error: unknown) => {
        slots.release();
        throw error;
      });
      const body = startWriting(context, visit, async (target) => {
        try {
          await write(session, target);
        } finally {
          slots.release();
          await session.close();
        }
      });
      return { kind: "file", ...file, body };
    },
  };
}

/**
 * Starts writing and returns the stream to send. An error after the answer has started can only cut
 * it off; the log says why.
 */
export function startWriting(
  { log }: { readonly log: Logger },
  visit: { readonly requestId: string },
  write: (target: Writable) => Promise<void>,
): PassThrough {
  const target = new PassThrough();
  write(target).catch((error: unknown) => {
    if (!target.destroyed) log.error({ request_id: visit.requestId, err: error }, "file failed");
    target.destroy();
  });
  return target;
}
