// `--remember`: what --value declares is stored for the vendor's later files.
import { shellActor } from "../../audit/actor.ts";
import { selectCatalogCodes } from "../../catalog/import/importQueries.ts";
import { canMean, isReadable } from "../../catalog/values/valueMeaning.ts";
import type { Database } from "../../db/database.ts";
import { type Correction, rememberValues } from "../../imports/values/rememberValues.ts";
import type { ValueTranslations } from "../../imports/values/valueForms.ts";
import { fitsValue, isTranslatable } from "../../imports/values/valueForms.ts";
import { makeVisible } from "../describeRun.ts";
import { printMessage } from "../printResult.ts";
import { CommandFailure } from "../shell.ts";
import { nameOperator } from "./nameOperator.ts";

type RememberOptions = {
  readonly remember?: boolean;
  readonly dryRun: boolean;
  readonly value: ValueTranslations;
};

/** Ends the command if there is nothing to remember, or no vendor to remember it for. */
export function checkRemember(options: RememberOptions, vendor: string | null): void {
  if (options.remember !== true) return;
  if (vendor === null) throw new CommandFailure("usage", "--remember: add --vendor.");
  if (options.value.size === 0) throw new CommandFailure("usage", "--remember: add --value.");
  if (options.dryRun) {
    throw new CommandFailure("usage", "--remember: a dry run writes nothing.");
  }
}

/** Ends the command if a file cannot have the meaning in its column. */
function refuse({ column, written, meaning }: Correction): never {
  const reason = isTranslatable(column)
    ? `${column} cannot be ${JSON.stringify(meaning)}`
    : `values of ${column} are not translated`;
  const option = `--value ${column}:${written}=${meaning}`;
  throw new CommandFailure("usage", makeVisible(`${option}: ${reason}.`));
}

/** Stores what is declared, except of values that are valid themselves. */
export async function rememberDeclared(
  db: Database,
  vendor: string | null,
  declared: ValueTranslations,
  now: Date,
): Promise<void> {
  if (vendor === null) return;
  const codes = await selectCatalogCodes(db);
  const all = [...declared].flatMap(([column, of]) =>
    [...of].map(([written, meaning]): Correction => ({ column, written, meaning })),
  );
  const wrong = all.find((one) => !fitsValue(one.written) || !canMean(codes, one.column, one));
  if (wrong !== undefined) refuse(wrong);
  const isValid = ({ column, written }: Correction) => isReadable(codes, column, written);
  for (const { column, written } of all.filter(isValid)) {
    printMessage(makeVisible(`${column} "${written}" is a valid value, so it is not remembered.`));
  }
  const corrections = all.filter((one) => !isValid(one));
  const editor = { actor: shellActor, name: nameOperator(), now };
  await db.transaction((tx) => rememberValues(tx, vendor, corrections, editor));
}
