// Files written from the database while they are sent, each on its own connection. The number of
// concurrent files per node is limited.
import type { Writable } from "node:stream";
import type { Logger } from "pino";
import type { Database, Session } from "../db/database.ts";
import { html } from "../html/html.ts";
import { startWriting } from "./startWriting.ts";
import type { Answer } from "./visit.ts";

const maxFiles = 3;

/** The name and media type of a file, as in `Answer`. */
export type SentFile = { readonly name: string; readonly type: string };

export type FileAnswers = {
  /** Answers with a file that `write` writes, or with 429 if too many are being written. */
  send(
    visit: { readonly requestId: string },
    file: SentFile,
    write: (session: Session, target: Writable) => Promise<void>,
  ): Promise<Answer>;
};

const tooMany: Answer = {
  kind: "page",
  status: 429,
  page: {
    title: "Too many exports are running",
    sentence: "Reload this page in a moment to start yours.",
    body: html``,
  },
};

/** File answers with at most `maxFiles` written at once. */
export function createFileAnswers(context: {
  readonly db: Database;
  readonly log: Logger;
}): FileAnswers {
  let running = 0;
  return {
    async send(visit, file, write) {
      if (running >= maxFiles) return tooMany;
      running += 1;
      const session = await context.db.openSession().catch((error: unknown) => {
        running -= 1;
        throw error;
      });
      const body = startWriting(context, visit, async (target) => {
        try {
          await write(session, target);
        } finally {
          running -= 1;
          await session.close();
        }
      });
      return { kind: "file", ...file, body };
    },
  };
}
