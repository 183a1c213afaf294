// What an invalid CAGE code or NSN probably was. Only ever suggested.
import { formatSuggestion } from "../../imports/suggestions.ts";

const asText = "format the column as text";

export function suggestCage(cage: string): string | null {
  const [, found] = /^(?:N?CAGE)?[ :#]*([0-9A-Z]{5})$/.exec(cage) ?? [];
  if (found !== undefined) return formatSuggestion([found]);
  if (!/^\d{1,4}$/.test(cage)) return null;
  const padded = formatSuggestion([cage.padStart(5, "0")]);
  return `a spreadsheet may have dropped leading zeros; ${padded}, and ${asText}`;
}

export function suggestNsn(nsn: string): string | null {
  if (/^\d(?:\.\d+)?E\+\d{2}$/i.test(nsn)) return `a spreadsheet rounded it; ${asText}`;
  const digits = nsn.replace(/^NSN[ :#]*/i, "").replace(/[ .-]/g, "");
  if (!/^\d+$/.test(digits)) return null;
  if (digits.length === 9) return "put the four digits of its supply class in front";
  if (digits.length === 12) {
    const padded = formatSuggestion([`0${digits}`]);
    return `a spreadsheet may have dropped a leading zero; ${padded}, and ${asText}`;
  }
  return digits.length === 13 ? formatSuggestion([digits]) : null;
}
