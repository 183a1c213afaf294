// An amount of money on the wire (decision 29).
import Type from "typebox";

export const MoneyObject = Type.Object(
  {
    amount: Type.String({
      description: "Decimal number with exactly the currency's digits: USD `1250.00`, JPY `1250`.",
      examples: ["1250.00"],
    }),
    currency: Type.String({ description: "ISO 4217 currency code.", examples: ["USD"] }),
  },
  { $id: "Money", title: "Money", description: "An exact amount of one currency." },
);
