import fc from "fast-check";
import { expect, test } from "vitest";
import { contactMail } from "./contact-mail.ts";

const to = "hello@guidevane.example";
const message = {
  name: "Dana Whitlock",
  email: "dana@castelline.example",
  subject: "Workshop Inquiry",
  message: "Two lines.\nThe second, with 100% & more?",
  subscribe: true,
};

test("subject and body are built from name, email, message and a subscribe line", () => {
  const link = new URL(contactMail(to, message));
  expect(link.pathname).toBe(to);
  expect(link.searchParams.get("subject")).toBe("Workshop Inquiry");
  expect(link.searchParams.get("body")).toBe(
    "Name: Dana Whitlock\r\nEmail: dana@castelline.example\r\n\r\nTwo lines.\r\nThe second, with 100% & more?\r\n\r\nSubscribe to updates: yes",
  );
  expect(contactMail(to, { ...message, subscribe: false })).toContain("Subscribe%20to%20updates%3A%20no");
});

test("a subject with a line break does not become a header", () => {
  const link = contactMail(to, { ...message, subject: "Hi\r\nBcc: everyone@x.example" });
  expect(new URL(link).searchParams.get("subject")).toBe("Hi Bcc: everyone@x.example");
  expect(link).not.toMatch(/subject=[^&]*%0[AD]/i);
});

test("whatever is typed, the link has our address, a subject, a body, and nothing else", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, text, text, fc.boolean(), (name, email, subject, body, subscribe) => {
      // A lone surrogate cannot be typed; the browser hands over well-formed text.
      const typed = [name, email, subject, body].map((part) => part.toWellFormed());
      const [n = "", e = "", s = "", m = ""] = typed;
      const link = contactMail(to, { name: n, email: e, subject: s, message: m, subscribe });
      expect(link.startsWith(`mailto:${to}?subject=`)).toBe(true);
      const parameters = link.slice(link.indexOf("?") + 1).split("&");
      expect(parameters).toHaveLength(2);
      expect(parameters[0]).toMatch(/^subject=/);
      expect(parameters[1]).toMatch(/^body=/);
      expect(link).toMatch(/^[\u0021-\u007E]*$/);
      expect(decodeURIComponent(parameters[0] ?? "")).not.toMatch(/[\r\n]/);
    }),
  );
});
