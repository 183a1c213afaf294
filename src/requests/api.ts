// What customers looked up and did not get (unmet demand), for the distributor's own systems.
import { type Static, Type } from "typebox";
import type { AccountId } from "../accounts/account.ts";
import type { Operation } from "../kit/api.ts";
import { addDays, utcDay } from "../kit/day.ts";
import type { Context } from "../kit/declared.ts";
import { toWire, type Wire, wire, wireSchema } from "../kit/wire.ts";
import { selectUnmetDemand, type UnmetDemandPart } from "./unmetDemandQueries.ts";
import { weekOf } from "./unmetDemandTally.ts";

const part: Wire<UnmetDemandPart> = {
  part_number: wire.text(({ partNumber }) => partNumber),
  times: wire.count(({ times }) => times),
  accounts: wire.count(({ accounts }) => accounts),
};

const filter = Type.Object({
  kind: Type.Enum(["not found", "out of stock"], {
    fault: "kind must be not found or out of stock.",
  }),
  weeks: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 52,
      description: "How many weeks, this one included; 4 if it is not sent.",
      fault: "weeks must be an integer from 1 to 52.",
    }),
  ),
  account: Type.Optional(Type.String({ format: "uuid", fault: "account must be an account_id." })),
});

const maxParts = 1_000;

const listUnmetDemand: Operation<Context> = {
  id: "listUnmetDemand",
  method: "GET",
  path: "/unmet-demand",
  summary: `List unmet demand by part number, the most wanted first; at most ${maxParts}`,
  query: filter,
  answer: Type.Object({
    unmet_demand: {
      type: "array",
      items: wireSchema(part, "unmet demand"),
      examples: [[]],
    } as never,
  }),
  async handle({ db }, { input, now }) {
    const { kind, weeks = 4, account } = input as Static<typeof filter>;
    const lastWeek = weekOf(utcDay(now));
    const parts = await selectUnmetDemand(db, {
      firstWeek: addDays(lastWeek, -7 * (weeks - 1)),
      lastWeek,
      accountId: (account ?? null) as AccountId | null,
      kind,
      limit: maxParts,
    });
    return { unmet_demand: parts.map((one) => toWire(part, one, now)) };
  },
};

export const requestOperations = [listUnmetDemand];
