// One run of a system test: at least as long as specified, then what the server found.
import * as z from "zod/mini";
import { publishGuardIsOpen, type SystemTest } from "#content/integrations.ts";
import { callApi } from "#app/lib/api.ts";
import { publish, publishingDisabledToast } from "#app/lib/publish.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { currentTime } from "#domain/clock.ts";

export interface TestResult {
  id: number;
  at: Date;
  ok: boolean;
  message: string;
}

export const testedSchema = z.object({ ok: z.boolean(), message: z.string() });

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function check(test: SystemTest, isPublishing: boolean): Promise<string> {
  if (test.id === "publish-guard") {
    const published = await publish("system-test", { name: "system-test.md", text: "A test of the publish guard." });
    if (!published) toast(publishingDisabledToast);
    if (published && !isPublishing) throw new Error(publishGuardIsOpen);
    return published ? `Publishing is on: written to ${published}` : "External publishing is blocked";
  }
  const result = await callApi(`/integrations/${test.id}/test`, testedSchema, { method: "POST" });
  if (!result.ok) throw new Error(result.message);
  return result.message;
}

/** Never throws: a failure is a result. */
export async function runSystemTest(test: SystemTest, isPublishing: boolean): Promise<Omit<TestResult, "id">> {
  const [outcome] = await Promise.allSettled([check(test, isPublishing), wait(test.delay)]);
  return outcome.status === "fulfilled"
    ? { at: currentTime(), ok: true, message: `${test.name} test passed: ${outcome.value}` }
    : { at: currentTime(), ok: false, message: `${test.name} test failed: ${messageOf(outcome.reason)}` };
}
