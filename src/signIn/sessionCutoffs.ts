// How long a session lasts (decision 80): pure times, the same for whoever signs in.

/** A session ends this long after it was last used. */
export const sessionIdleMs = 12 * 3_600_000;
/** A session ends this long after it began, however much it is used. */
export const sessionLifeMs = 30 * 86_400_000;
/** The use of a session is written down at most this often. */
export const sessionTouchIntervalMs = 60_000;

/** The moments a session must be younger than at `now` to be good. */
export function sessionCutoffs(now: Date): {
  readonly usedAfter: Date;
  readonly begunAfter: Date;
  readonly notedBefore: Date;
} {
  return {
    usedAfter: new Date(now.getTime() - sessionIdleMs),
    begunAfter: new Date(now.getTime() - sessionLifeMs),
    notedBefore: new Date(now.getTime() - sessionTouchIntervalMs),
  };
}
