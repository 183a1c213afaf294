// Files that are written from the database while they are sent, each with a connection of its own:
// no more than a few at once on a node.
import type { Writable } from "node:stream";
import type { Logger } from "pino";
import type { Database, Session } from "../db/database.ts";
import { html } from "../html/html.ts";
import { startWriting } from "./startWriting.ts";
import type { Answer } from "./visit.ts";

const mostFiles = 3;

/** A file: its name, as in `Answer`, and its type. */
export type SentFile = { readonly name: string; readonly type: string };

export type FileAnswers = {
  /** Answers with a file that `write` writes; or that too many are being written just now. */
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
    title: "Several files are being written just now",
    sentence: "Each takes a connection to the database. Load this page again in a moment.",
    body: html``,
  },
};

/** File answers of which no more than `mostFiles` are written at once. */
export function createFileAnswers(context: {
  readonly db: Database;
  readonly log: Logger;
}): FileAnswers {
  let running = 0;
  return {
    async send(visit, file, write) {
      if (running >= mostFiles) return tooMany;
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
