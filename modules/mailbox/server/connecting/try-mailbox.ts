// Connecting is tried before anything is stored, step by step: is there such a server on the internet, is the connection safe, does it let us in,
// what folders are there.
import { reasonWords } from "../../mailbox.ts";
import type { Servers, SignIn, TestAnswer } from "../../mailbox-routes.ts";
import { mailServerAddress, usualTimes } from "../imap.ts";
import { failureOf, type FailureReason, MailboxFailed } from "../mailbox-failed.ts";
import { foldersOf } from "./folders.ts";
import { type SignInParts, signInWith } from "./sign-in.ts";

type Step = TestAnswer["steps"][number];

const done: Record<Step["step"], string> = {
  resolve: "Found on the internet.",
  connect: "The connection is safe.",
  sign_in: "Signed in.",
  folders: "Folders found.",
};

export async function tryMailbox(
  parts: SignInParts,
  id: string,
  servers: Servers,
  secret: SignIn,
): Promise<TestAnswer> {
  const steps: Step[] = [];
  const passed = (step: Step["step"]) => void steps.push({ step, ok: true, message: done[step] });
  const failed = (step: Step["step"], failure: MailboxFailed): TestAnswer => {
    steps.push({ step, ok: false, message: sentenceOf(failure), reason: failure.reason });
    return { ok: false, steps, folders: [], sent: null, has_idle: false };
  };
  try {
    await mailServerAddress(servers.imap_host, servers.imap_port, parts.network);
    if (servers.smtp_host) await sendingServerAddress(servers, parts);
    passed("resolve");
  } catch (error) {
    return failed("resolve", failureOf(error));
  }
  let client;
  try {
    client = await signInWith(parts, { id, ...servers }, secret);
  } catch (error) {
    const failure = failureOf(error);
    // The sign-in is the first that comes after the connection; anything else happened before.
    if (["password_refused", "access_withdrawn", "throttled"].includes(failure.reason)) {
      passed("connect");
      return failed("sign_in", failure);
    }
    return failed("connect", failure);
  }
  passed("connect");
  passed("sign_in");
  try {
    const { folders, hasIdle, sent } = await foldersOf(client, parts.times ?? usualTimes);
    passed("folders");
    const hasAll = folders.some((folder) => folder.special_use === "all");
    const wanted = (use: string | null) => (hasAll ? use === "all" : !["junk", "trash", "drafts"].includes(use ?? ""));
    return {
      ok: true,
      steps,
      folders: folders
        .filter((folder) => !folder.is_shut)
        .map(({ path, special_use: use }) => ({ path, special_use: use, wanted: wanted(use) })),
      sent,
      has_idle: hasIdle,
    };
  } catch (error) {
    return failed("folders", failureOf(error));
  } finally {
    await client.logout().catch(() => client.close());
  }
}

async function sendingServerAddress(
  { smtp_host: host, smtp_port: port }: Servers,
  { network }: SignInParts,
): Promise<void> {
  if (!network.allowPrivate && ![465, 587].includes(port ?? 0))
    throw new MailboxFailed("not_a_mail_server", `Port ${port} is not one of servers that send: 465 or 587`);
  // The port was looked at; any that reading allows stands for it.
  await mailServerAddress(host!, 993, network);
}

/** For people: what is wrong, and what the server said where that helps. */
export function sentenceOf(failure: MailboxFailed): string {
  const words = reasonWords[failure.reason] ?? "It did not work.";
  const tells: FailureReason[] = ["not_safe", "unreachable", "server_trouble", "throttled"];
  if (!failure.detail || !tells.includes(failure.reason)) return words;
  return `${words.replace(/\.$/, "")}: ${failure.detail}${/[.!?]$/.test(failure.detail) ? "" : "."}`;
}
