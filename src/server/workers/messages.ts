// What a node and its workers send each other.

import type { DatabaseAddress } from "../../db/address.ts";
import type { DirectoryChange } from "../../keys/directoryChange.ts";
import type { SentFault } from "../../kit/sentFault.ts";
import type { RateMemory } from "../api/apiContext.ts";
import type { Config } from "../config.ts";
import type { MeasuredMetrics } from "../http/metrics/metrics.ts";
import type { DatabaseState } from "../stopNode.ts";

/** Memory that all workers of a node share. */
export type NodeMemory = {
  readonly rates: RateMemory;
  readonly files: SharedArrayBuffer;
  /** See `nodeState.ts`. */
  readonly state: SharedArrayBuffer;
};

/** The first message to a worker; `index` counts from 0. */
export type WorkerOrder = {
  readonly index: number;
  readonly config: Config;
  /** The port to share; alone, a worker can listen at a free one with 0. */
  readonly port: number;
  readonly address: DatabaseAddress;
  readonly secret: Uint8Array;
  readonly replicaFolder: string;
  readonly memory: NodeMemory;
};

export type ToWorker =
  | { readonly kind: "keys"; readonly change: DirectoryChange }
  | { readonly kind: "result"; readonly call: number; readonly value: unknown }
  | { readonly kind: "fault"; readonly call: number; readonly fault: SentFault }
  | { readonly kind: "measure" }
  | { readonly kind: "stop"; readonly database: DatabaseState };

export type FromWorker =
  | { readonly kind: "listening"; readonly address: string }
  | {
      readonly kind: "call";
      readonly call: number;
      readonly name: "seek" | "catchUp" | "hash" | "verify" | "inspect" | "start" | "readList";
      readonly argument: readonly unknown[];
    }
  | { readonly kind: "measured"; readonly metrics: MeasuredMetrics }
  /** All requests are answered, and no new ones arrive. */
  | { readonly kind: "answered" };
