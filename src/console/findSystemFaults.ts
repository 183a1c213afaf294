// What needs attention on the system page, each with what to do and where the page shows it.
import type { ReplicaLag } from "../catalog/replica/replicaLag.ts";
import type { TaskCounts } from "../db/systemQueries.ts";
import { type Html, html } from "../html/html.ts";
import { renderNotice } from "../html/notice.ts";
import type { MailState } from "../mail/queries.ts";
import { texts } from "./texts.ts";

export type SystemState = {
  readonly schemaFault: string | null;
  readonly tasks: readonly TaskCounts[];
  readonly lag: ReplicaLag | undefined;
  readonly serving: number;
  readonly workers: number;
  /** Between this node and the database. */
  readonly driftS: number;
  readonly sendsMail: boolean;
  /** E-mails that were not sent, by state; `kept` only those that an operator delivers. */
  readonly mails: ReadonlyMap<MailState, number>;
  /** When the oldest e-mail that is still queued was created; null if none is. */
  readonly queuedAt: Date | null;
  readonly now: Date;
};

/** `part`: the id of the card that shows it, or the address of its page. */
type SystemFault = { readonly part: string; readonly text: string };

/** A replica normally proves that it is current every second. */
const maxLagS = 60;
const maxDriftS = 5;
const outbox = "/console/outbox";
/** E-mails are normally sent within seconds. */
const maxMailWaitMs = 15 * 60_000;

function findMailFaults({ sendsMail, mails, queuedAt, now }: SystemState) {
  const { verdict } = texts.system;
  const undelivered = ["bounced", "failed"] as const;
  const count = undelivered.reduce((sum, state) => sum + (mails.get(state) ?? 0), 0);
  const kept = mails.get("kept") ?? 0;
  const queued = mails.get("queued") ?? 0;
  const isLate = queuedAt !== null && now.getTime() - queuedAt.getTime() > maxMailWaitMs;
  return [
    !sendsMail && { part: "configuration", text: verdict.noMailServer },
    kept > 0 && { part: `${outbox}?state=kept&tasks=yes`, text: verdict.mailsKept(kept) },
    count > 0 && { part: outbox, text: verdict.mailsFailed(count) },
    sendsMail && isLate && { part: `${outbox}?state=queued`, text: verdict.mailsLate(queued) },
  ];
}

export function findSystemFaults(state: SystemState): SystemFault[] {
  const { schemaFault, tasks, lag, serving, workers, driftS } = state;
  const { verdict } = texts.system;
  const failed = tasks.reduce((count, task) => count + task.failed, 0);
  const faults: readonly (SystemFault | false)[] = [
    schemaFault !== null && { part: "migrations", text: schemaFault },
    failed > 0 && { part: "jobs", text: verdict.jobs(failed) },
    lag === undefined && { part: "version", text: verdict.filling },
    lag !== undefined &&
      lag.seconds > maxLagS && { part: "version", text: verdict.lag(Math.round(lag.seconds)) },
    serving < workers && { part: "version", text: verdict.workers(serving, workers) },
    driftS > maxDriftS && { part: "version", text: verdict.clock(Math.round(driftS)) },
    ...findMailFaults(state),
  ];
  return faults.filter((fault) => fault !== false);
}

export function renderVerdict(faults: readonly SystemFault[]): Html {
  const { verdict } = texts.system;
  if (faults.length === 0) return renderNotice("good", verdict.fine);
  const points = faults.map(
    ({ part, text }) => html`<li>${text}
<a href="${part.startsWith("/") ? part : `#${part}`}">${verdict.show}</a></li>\n`,
  );
  return renderNotice("short", verdict.attention(faults.length), html`<ul>\n${points}</ul>`);
}
