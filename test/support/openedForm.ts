// The fields that a form sends if nothing is typed into it.
import { readAttribute } from "./readAttribute.ts";

function attributeOf(tag: string, name: string): string {
  return readAttribute(new RegExp(`[ \\n]${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function readControl(tag: string, content: string): string | undefined {
  if (tag.startsWith("<textarea")) return readAttribute(content.replace(/^\n/, ""));
  if (tag.startsWith("<select")) {
    const options = content.match(/<option [^>]*>/g) ?? [];
    return attributeOf(
      options.find((one) => one.endsWith(" selected>")) ?? options[0] ?? "",
      "value",
    );
  }
  const isUnchecked = /type="(checkbox|radio)"/.test(tag) && !tag.includes(" checked");
  return isUnchecked ? undefined : attributeOf(tag, "value");
}

/** The fields of the form with this action, as a browser would send them. */
export function readForm(page: string, action: string): Record<string, string> {
  const forms = page.match(/<form [\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => one.includes(` action="${action}"`)) ?? "";
  const controls = form.matchAll(/(<input [^>]*>)|(<(textarea|select) [^>]*>)([\s\S]*?)<\/\3>/g);
  const fields = [...controls].map(([, input, tag = "", , content = ""]) => {
    const control = input ?? tag;
    return [attributeOf(control, "name"), readControl(control, content)] as const;
  });
  const sent = fields.filter(([name, text]) => name !== "" && text !== undefined);
  return Object.fromEntries(sent) as Record<string, string>;
}
