// What the package exports.
export type {
  CallOptions,
  Client,
  ClientOptions,
  OrderOptions,
  WithResponse,
} from "./clientTypes.ts";
// biome-ignore lint/performance/noBarrelFile: a package has one entry.
export { createClient } from "./createClient.ts";
export { type ClientErrorCode, type ErrorCode, OrderingError } from "./orderingError.ts";
export type { RateLimit, ResponseMetadata } from "./responseMetadata.ts";
export { version } from "./version.ts";
export type * from "./wireTypes.ts";
