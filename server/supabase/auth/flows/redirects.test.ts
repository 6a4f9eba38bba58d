import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedirects, withFragment, withQuery } from "./redirects.ts";

const site = "https://guidevane.test";
const redirect = createRedirects({
  SITE_URL: site,
  REDIRECT_ALLOW_LIST: ["https://app.example.com/back", "https://*.preview.example.com/**", "myapp://signed-in"],
});

describe("a mail link returns", () => {
  it.each([
    "https://guidevane.test",
    "https://guidevane.test/",
    "https://guidevane.test/auth?next=/admin#top",
    "https://app.example.com/back",
    "https://pr-12.preview.example.com/any/path?x=1",
    "myapp://signed-in",
  ])("to an allowed address: %s", (address) => {
    expect(redirect(address)).toBe(address);
  });

  it.each([
    undefined,
    "",
    "/admin",
    "//evil.example",
    "https://evil.example",
    "http://guidevane.test",
    "https://guidevane.test:8443/",
    "https://guidevane.test.evil.example",
    "https://guidevane.testevil.example",
    "https://evil.example/https://guidevane.test",
    "https://guidevane.test@evil.example",
    "https://user:password@guidevane.test/",
    "https://evil.example\\@guidevane.test",
    "https:\\\\evil.example",
    "https://guidevane.test\t.evil.example",
    "https://guide\nvane.test",
    " https://evil.example",
    "https://evil.example#@guidevane.test",
    "https://evil.example?https://guidevane.test",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//https://guidevane.test",
    "data:text/html,x",
    "https://app.example.com/back/more",
    "https://app.example.com.evil.example/back",
    "https://app-example.com/back",
    "https://a.b.preview.example.com/",
    "https://evil.example/.preview.example.com/",
    "https://evil.example%2F.preview.example.com/",
    "myapp://signed-in.evil",
  ])("home instead of to: %s", (address) => {
    expect(redirect(address)).toBe(site);
  });

  it("never to another origin, whatever is asked", () => {
    const pieces = fc.constantFrom(
      "https:",
      "//",
      "/",
      "\\",
      "@",
      "guidevane.test",
      "evil.example",
      ":",
      "#",
      "?",
      ".",
      "\t",
      "%",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (deps) => {
        const host = new URL(redirect(deps.join(""))).hostname;
        expect(host === "guidevane.test").toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("on a developer's machine", () => {
  it("any port of it will do", () => {
    const local = createRedirects({ SITE_URL: "http://localhost:3000", REDIRECT_ALLOW_LIST: [] });
    expect(local("http://localhost:5173/welcome")).toBe("http://localhost:5173/welcome");
    expect(local("http://localhost.evil.example:3000/")).toBe("http://localhost:3000");
  });
});

describe("what is added to an address", () => {
  it("is encoded and keeps what was there", () => {
    expect(withQuery("https://guidevane.test/auth?next=1", { code: "a&b" })).toBe(
      "https://guidevane.test/auth?next=1&code=a%26b",
    );
    expect(withFragment("https://guidevane.test/#old", { error: "a b" })).toBe("https://guidevane.test/#error=a+b");
  });
});
