// The options of a command as the parameters of an operation, so that both are declared once.
import { type Command, InvalidArgumentError, type Option } from "commander";
import { type TObject, type TSchema, Type } from "typebox";
import { refuseParameter } from "./api.ts";

const nameOf = (option: Option) => option.name().replaceAll("-", "_");

/** Whether each of its values adds to those before. */
const isRepeated = ({ defaultValue }: Option) => defaultValue instanceof Object;

const maxLength = 500;
const maxItems = 100;

function schemaOf(option: Option): TSchema {
  const { argChoices, description } = option;
  if (option.isBoolean()) return Type.Boolean({ description });
  if (argChoices !== undefined) return Type.Enum(argChoices, { description });
  if (!isRepeated(option)) return Type.String({ description, maxLength });
  return Type.Array(Type.String({ maxLength }), { description, maxItems });
}

/** `--as-of` is as_of. */
export function queryOf({ options }: Command, more: TObject["properties"]): TObject {
  const properties = options.map((option) => {
    const schema = schemaOf(option);
    return [nameOf(option), option.mandatory ? schema : Type.Optional(schema)] as const;
  });
  return Type.Object({ ...more, ...Object.fromEntries(properties) });
}

/** The values that the command would have, from parameters as `queryOf` declares them. */
export function readOptions<Options>({ options }: Command, input: unknown): Options {
  const read = new Map<string, unknown>(Object.entries(input ?? {}));
  const values = options.map((option) => {
    const [name, { defaultValue }] = [nameOf(option), option];
    const parse = option.parseArg ?? ((text: string) => text);
    const given = read.get(name);
    if (typeof given !== "string" && !Array.isArray(given)) {
      return [option.attributeName(), given ?? defaultValue];
    }
    try {
      const value = [given].flat().reduce((before, text) => parse(text, before), defaultValue);
      return [option.attributeName(), value];
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw refuseParameter(name, "format", `${name}: ${error.message}`);
    }
  });
  return Object.fromEntries(values) as Options;
}
