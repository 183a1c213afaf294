// A seeded generator, so that the history of the demo is the same on every machine. Uses no Math function
// whose rounding depends on the engine.

export type DemoRandom = {
  /** From 0 to 1, exclusive. */
  readonly unit: () => number;
  /** An integer from `from` to `to`, inclusive. */
  readonly between: (from: number, to: number) => number;
  /** True with this probability. */
  readonly chance: (share: number) => boolean;
  readonly pick: <Choice>(choices: readonly Choice[]) => Choice;
  /** Like `pick`, with the relative frequency of each choice. */
  readonly pickWeighted: <Choice extends { readonly weight: number }>(
    choices: readonly Choice[],
  ) => Choice;
};

/** Creates a mulberry32 generator. Every `pick…` needs at least one choice. */
export function createDemoRandom(seed: number): DemoRandom {
  let state = seed;

  function unit(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function between(from: number, to: number): number {
    return from + Math.floor(unit() * (to - from + 1));
  }

  function pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[between(0, choices.length - 1)] as Choice;
  }

  function pickWeighted<Choice extends { readonly weight: number }>(
    choices: readonly Choice[],
  ): Choice {
    let left = unit() * choices.reduce((sum, choice) => sum + choice.weight, 0);
    const found = choices.find((choice) => {
      left -= choice.weight;
      return left < 0;
    });
    return found ?? (choices.at(-1) as Choice);
  }

  return { unit, between, pick, pickWeighted, chance: (share) => unit() < share };
}
