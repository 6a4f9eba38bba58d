// What an address tells about its sender: the company's part of the host, a name made of it, and whether a machine writes.
import { domainToUnicode } from "node:url";
import { parse } from "tldts";
import { site } from "#content/site.ts";

const machines = /^(?:no-?_?\.?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?|auto-?reply)(?:[+-].*)?@/;

export interface Sender {
  /** Makes no person and gets no mail. */
  isRobot: boolean;
  /** "email.acme.co.uk" belongs to acme.co.uk. */
  companyHost: string;
  /** "Acme": the host is not the name, but nearer to it than a subdomain. */
  companyGuess: string;
}

/** Hosts that are our own: of the site, and of the addresses we write from. */
export function ownHosts(siteUrl: string, mailFrom: string | undefined): Set<string> {
  const hostOf = (address: string) =>
    address
      .split("@")
      .at(-1)!
      .replace(/[>\s].*$/, "")
      .toLowerCase();
  const mail = [site.email, site.salesEmail, ...(mailFrom ? [mailFrom] : [])].map(hostOf);
  return new Set([...mail, new URL(siteUrl).hostname].filter((host) => host !== "localhost"));
}

export function senderOf(email: string, own: ReadonlySet<string>): Sender {
  const key = email.toLowerCase();
  const host = key.slice(key.lastIndexOf("@") + 1);
  const { domain, domainWithoutSuffix } = parse(host, { allowPrivateDomains: true });
  const companyHost = domain ?? host;
  const word = domainToUnicode(domainWithoutSuffix ?? host.split(".")[0] ?? host);
  return {
    isRobot: machines.test(key) || own.has(host) || own.has(companyHost),
    companyHost,
    companyGuess: word
      .split("-")
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join(" "),
  };
}
