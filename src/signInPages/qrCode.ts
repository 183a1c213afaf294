// A QR code as SVG. It is dark on white in every theme, because cameras need that.
import { encode } from "uqr";
import { type Html, html } from "../html/html.ts";

/** The quiet zone that scanners need, in modules. */
const border = 4;

/** `label` describes the code for screen readers. */
export function renderQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border });
  const dark = data.flatMap((row, y) => row.flatMap((set, x) => (set ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}"
 shape-rendering="crispEdges"><path d="${dark.join("")}"/></svg>
`;
}
