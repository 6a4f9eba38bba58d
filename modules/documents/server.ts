// Uploads, versions, links to share them, the page of a shared file, and the work that waits.
import path from "node:path";
import { currentTime } from "#domain/clock.ts";
import { hasRoomFor } from "#server/platform/disk-room.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { builtScript } from "#server/platform/pages/built-script.ts";
import { createSpool } from "#server/platform/storage/spool.ts";
import { exportsJob } from "./server/exports.ts";
import { abandonedJob, checkJob } from "./server/jobs.ts";
import { personRoutes } from "./server/person-routes.ts";
import { sharePageOf } from "./server/share-page.ts";
import { shareRoutes } from "./server/share-routes.ts";
import { seesDocument } from "./server/caller.ts";
import { createShares } from "./server/shares.ts";
import { uploadRoutes } from "./server/upload-routes.ts";
import { createUploads } from "./server/uploads.ts";
import { versionRoutes } from "./server/version-routes.ts";

const megabyte = 1024 * 1024;

export const serverWith = ({ now = currentTime }: { now?: () => Date } = {}): ModuleServer => ({
  open({ sql, env, jobs, storage, links }, { admin, tokenPage }) {
    const uploads = createUploads({ sql, spool: createSpool(env.DATA_DIR), storage, now });
    uploadRoutes(admin, {
      uploads,
      maxBytes: env.DOCUMENT_MAX_MB * megabyte,
      trouble: () => storage.trouble(),
      hasRoomFor: (bytes) => hasRoomFor(path.resolve(env.DATA_DIR), bytes, env.DISK_RESERVE_MB * megabyte),
      sees: (headers, documentId) => seesDocument(sql, headers, documentId),
    });
    versionRoutes(admin, { sql, storage });
    personRoutes(admin, { sql, storage });
    shareRoutes(admin, { sql, links, siteUrl: env.SITE_URL, now });
    const shares = createShares(sql, now);
    const reader = builtScript("modules/documents/share-reader/start.tsx");
    tokenPage("/d", sharePageOf({ shares, storage, secure: env.SITE_URL.startsWith("https:"), reader }));
    jobs.add(checkJob({ sql, storage, now }));
    jobs.add(abandonedJob(uploads));
    jobs.add(exportsJob({ sql, storage, dataDir: env.DATA_DIR }));
  },
});

export const server: ModuleServer = serverWith();
