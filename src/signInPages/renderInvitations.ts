// Who is invited and has not come yet, with what can be done about it.
import type { Invitation } from "../accounts/invitationQueries.ts";
import { renderButton, renderForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { renderBadge } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";

/** Invitations that wait or have expired; `root` is the address below which each has its own. */
export function renderInvitations(
  invitations: readonly Invitation[],
  { root, now }: { readonly root: string; readonly now: Date },
): Html | null {
  if (invitations.length === 0) return null;
  return html`<h2>Invited</h2>
${renderTable({
  caption: "People who are invited",
  columns: [
    { title: "E-mail", kind: "words" },
    { title: "Role", kind: "words" },
    { title: "Sent", kind: "words", titled: true },
    { title: "State", kind: "words" },
    { title: "Change", kind: "actions" },
  ],
  rows: invitations.map(({ invitationId, email, role, createdAt, expiresAt }) => {
    const address = `${root}/${invitationId}`;
    const again = renderForm({
      action: `${address}/send`,
      body: renderButton({ text: "Send again", label: `Send the invitation to ${email} again` }),
    });
    const withdraw = renderForm({
      action: `${address}/withdraw`,
      body: renderButton({ text: "Withdraw", label: `Withdraw the invitation to ${email}` }),
    });
    const isGood = now < expiresAt;
    const state = html`${isGood ? renderBadge("neutral", "Waits") : renderBadge("short", "Expired")}
${isGood ? "until" : "on"} ${renderMoment(expiresAt)}`;
    const sent = renderMoment(createdAt);
    return { cells: [email, role, sent, state, html`${again} ${withdraw}`] };
  }),
})}`;
}
