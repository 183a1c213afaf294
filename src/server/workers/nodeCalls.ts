// Calls from workers to the main thread, for what is limited or stored once per node.
import type { FileReaders } from "../../jobs/importRunner.ts";
import type { FollowedDirectory } from "../../keys/followingDirectory.ts";
import { toError, toSentFault } from "../../kit/sentFault.ts";
import type { PasswordHasher } from "../../signIn/passwordHasher.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

export type NodeServices = {
  readonly keys: FollowedDirectory;
  readonly hasher: PasswordHasher;
  readonly importRunner: FileReaders;
};

type Call = Extract<FromWorker, { readonly kind: "call" }>;
type Answer = Extract<ToWorker, { readonly call: number }>;

/** Each call has the arguments and the result of the method it is named after. */
const methods = {
  seek: ({ keys }: NodeServices) => keys.seek,
  catchUp: ({ keys }: NodeServices) => keys.catchUp,
  hash: ({ hasher }: NodeServices) => hasher.hash,
  verify: ({ hasher }: NodeServices) => hasher.verify,
  inspect: ({ importRunner }: NodeServices) => importRunner.inspect,
  start: ({ importRunner }: NodeServices) => importRunner.start,
  readList: ({ importRunner }: NodeServices) => importRunner.readList,
} as const;

type Methods = { readonly [Name in keyof typeof methods]: ReturnType<(typeof methods)[Name]> };

/** Answers a call in the main thread. Never throws. */
export async function answerCall(services: NodeServices, asked: Call): Promise<Answer> {
  const { call, name, argument } = asked;
  try {
    const method = methods[name](services) as (...given: readonly unknown[]) => Promise<unknown>;
    return { kind: "result", call, value: await method(...argument) };
  } catch (error) {
    return { kind: "fault", call, fault: toSentFault(error) };
  }
}

export type NodeCaller = NodeServices & { settle(answer: Answer): void };

/** The node's services as a worker sees them: each call is sent and awaits its result. */
export function createNodeCaller(send: (asked: Call) => void): NodeCaller {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;

  function forward<Name extends keyof Methods>(name: Name): Methods[Name] {
    const call = (...argument: readonly unknown[]): Promise<unknown> => {
      last += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(last, answer);
      send({ kind: "call", call: last, name, argument });
      return answer.promise;
    };
    return call as Methods[Name];
  }

  return {
    keys: { seek: forward("seek"), catchUp: forward("catchUp") },
    hasher: { hash: forward("hash"), verify: forward("verify") },
    importRunner: {
      inspect: forward("inspect"),
      start: forward("start"),
      readList: forward("readList"),
    },
    settle(answer) {
      const call = waiting.get(answer.call);
      waiting.delete(answer.call);
      if (answer.kind === "result") call?.resolve(answer.value);
      else call?.reject(toError(answer.fault));
    },
  };
}
