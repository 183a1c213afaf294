// How the pages of people say that something was tried too often.

/** How long to wait, in the largest unit that says it well. */
function describeDuration(waitS: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [name, seconds] = units.find(([, length]) => waitS >= 2 * length) ?? ["minute", 60];
  const count = Math.ceil(waitS / seconds);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** That something was tried too often, and when it can be tried again. */
export function describeWait(waitS: number): string {
  return `This was tried too often. Wait ${describeDuration(waitS)}, then try again.`;
}
