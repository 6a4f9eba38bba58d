// /d/{token}: the file that a link shares. Every request asks again whether the link is open, so taking it back ends the next one.
import { buffer } from "node:stream/consumers";
import { parse, serialize } from "hono/utils/cookie";
import { FileMissing } from "#server/platform/storage/file-place.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { sendFile } from "#server/platform/documents/send-file.ts";
import { mayShowInline } from "#server/platform/documents/file-kind.ts";
import type { Link } from "#server/platform/links/links.ts";
import type { TokenPage, Visit } from "#server/platform/links/token-pages.ts";
import type { BuiltScript } from "#server/platform/pages/built-script.ts";
import { notePage } from "#server/platform/pages/short-pages.ts";
import { askPage, maxTextBytes, sharePage } from "./share-view.ts";
import { grantSeconds, type Share, type Shares } from "./shares.ts";

interface SharePageParts {
  shares: Shares;
  storage: Pick<Storage, "read">;
  /** Cookies are marked Secure where the site is served over https. */
  secure: boolean;
  /** Shows PDFs in place. */
  reader: BuiltScript | null;
}

/** Of the page itself, from one of its parts. */
const pageOf = (visit: Visit) => visit.path.replace(/\/file$/, "");
const cookieOf = (linkId: string) => `share-${linkId}`;
const reference = "Shared with you";

export function sharePageOf({ shares, storage, secure, reader }: SharePageParts): TokenPage {
  const grantOf = (visit: Visit, linkId: string) =>
    parse(visit.request.headers.get("cookie") ?? "", cookieOf(linkId))[cookieOf(linkId)];
  const isUsedUp = (share: Share) => share.maxViews !== null && share.viewed >= share.maxViews;

  /** What text says, escaped by the page; everything else is not read before somebody asks for it. */
  async function textOf(share: Share): Promise<string | null> {
    if (share.mime !== "text/plain") return null;
    const last = Math.min(share.size, maxTextBytes) - 1;
    if (last < 0) return "";
    const bytes = await storage.read(share.fileId, { from: 0, to: last }).then(buffer, () => null);
    return bytes === null ? null : new TextDecoder().decode(bytes, { stream: true });
  }

  async function file(link: Link, visit: Visit): Promise<Response | null> {
    const share = await shares.find(link.id);
    if (!share) return null;
    if (!(await shares.isAdmitted(share, grantOf(visit, link.id))))
      return isUsedUp(share) ? null : new Response(null, { status: 303, headers: { Location: pageOf(visit) } });
    const wantsDownload = visit.query.has("download");
    if (wantsDownload ? !share.allowDownload : !mayShowInline(share.mime) && !share.allowDownload)
      return notePage(
        {
          title: "This file is to read here",
          reference,
          text: "The sender has not allowed to download it.",
          back: ".",
        },
        403,
      );
    const inline = !wantsDownload && mayShowInline(share.mime);
    // Only the beginning counts: what follows are parts of the same download. No one who never touched the page is counted.
    const begins = !/^bytes=0*[1-9]/.test(visit.request.headers.get("range") ?? "");
    if (!inline && begins && visit.request.method === "GET")
      await shares.note(
        share,
        (await shares.wasSeen(share, visit.clientAddress)) ? "downloaded" : "fetched",
        visit.clientAddress,
      );
    try {
      return await sendFile(visit.request, { ...share, read: (range) => storage.read(share.fileId, range) }, inline);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      const page = await notePage(
        {
          title: "The file is not there just now",
          reference,
          text: "We know of it and look for it. Please try again later.",
          back: ".",
        },
        503,
      );
      page.headers.set("Retry-After", "3600");
      return page;
    }
  }

  return {
    kind: "document",
    async show(link, token, visit) {
      const share = await shares.find(link.id);
      if (!share) return null;
      if (!(await shares.isAdmitted(share, grantOf(visit, link.id))))
        return isUsedUp(share) ? null : askPage(share, token, null);
      if (visit.request.method === "GET") await shares.note(share, "fetched", visit.clientAddress);
      return sharePage(share, visit.path, await textOf(share), reader);
    },
    async act(link, form, version, visit) {
      const share = await shares.find(link.id);
      const gone = () =>
        notePage({ title: "This link has ended", reference, text: "Ask for a new one: nothing is lost." }, 410);
      if (!share || version !== "open") return gone();
      const name = (form.name ?? "")
        .toWellFormed()
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
        .trim()
        .slice(0, 100);
      // What a scanner does not invent: a name, or a tick.
      if (share.askName ? name === "" : form.sure !== "yes")
        return new Response(
          await askPage(share, visit.token, share.askName ? "Please type your name." : "Please tick the box first."),
          { status: 400, headers: { "Content-Type": "text/html; charset=utf-8" } },
        );
      const grant = await shares.admit(share, share.askName ? name : null, visit.clientAddress);
      if (grant === null) return gone();
      const cookie = serialize(cookieOf(link.id), grant, {
        httpOnly: true,
        sameSite: "Strict",
        secure,
        path: visit.path,
        maxAge: grantSeconds,
      });
      return new Response(null, { status: 303, headers: { Location: visit.path, "Set-Cookie": cookie } });
    },
    async seen(link, visit) {
      const share = await shares.find(link.id);
      if (
        share &&
        (await shares.isAdmitted(share, grantOf(visit, link.id))) &&
        !share.askName &&
        share.maxViews === null
      )
        await shares.note(share, "viewed", visit.clientAddress);
    },
    files: { file },
  };
}
