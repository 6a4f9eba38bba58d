import { expect, test } from "vitest";
import { isCurrentArea } from "./current-area.ts";

test.each([
  ["/admin", "/admin", true],
  ["/admin", "/admin/crm", false],
  ["/admin/crm", "/admin/crm", true],
  ["/admin/crm", "/admin/crm/accounts/1", true],
  ["/admin/test", "/admin/testing", false],
])("%s is current at %s: %s", (area, pathname, current) => expect(isCurrentArea(area, pathname)).toBe(current));
