// Hosts that offer addresses to everyone, so that an address says nothing about a company.

const hosts = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com
  me.com mac.com aol.com gmx.com gmx.de gmx.net web.de proton.me protonmail.com t-online.de
  mail.com mail.ru yandex.com yandex.ru qq.com 163.com 126.com zoho.com fastmail.com orange.fr
  free.fr wanadoo.fr laposte.net libero.it comcast.net verizon.net att.net`.split(/\s+/),
);

/** The host of an address in lower case, or "". */
export function hostOf(email: string): string {
  return email.includes("@") ? email.slice(email.lastIndexOf("@") + 1).toLowerCase() : "";
}

export function isFreeMailHost(host: string): boolean {
  return hosts.has(host);
}
