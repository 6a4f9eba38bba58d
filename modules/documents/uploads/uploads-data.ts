// Uploads under way, wherever one goes in the back office in the meantime: one after the other, each with its progress.
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { documentsKey } from "../documents-data.ts";
import { type SameContent, uploadFile, type UploadTarget } from "#app/lib/upload-file.ts";

export interface RunningUpload {
  key: number;
  name: string;
  size: number;
  sent: number;
  state: "waiting" | "sending" | "line lost" | "same" | "done" | "failed";
  message?: string;
  same?: SameContent;
  /** Answers the question of the same content. */
  choose?: (choice: { as: "version" | "separate"; documentId?: string } | null) => void;
  cancel: () => void;
  again?: () => void;
}

let uploads: readonly RunningUpload[] = [];
const listeners = new Set<() => void>();
let next = 1;
let queue = Promise.resolve();

const put = (changed: readonly RunningUpload[]) => {
  uploads = changed;
  for (const listener of listeners) listener();
};
const change = (key: number, changed: Partial<RunningUpload>) =>
  put(uploads.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)));
const remove = (key: number) => put(uploads.filter((upload) => upload.key !== key));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

async function run(key: number, file: File, target: UploadTarget, controller: AbortController, onFiled: () => void) {
  if (controller.signal.aborted) return;
  change(key, { state: "sending" });
  try {
    const filed = await uploadFile(file, target, {
      signal: controller.signal,
      onProgress: (sent) => change(key, { sent }),
      onWaiting: (waiting) => change(key, { state: waiting ? "line lost" : "sending" }),
      onSame: (same) =>
        new Promise((resolve) =>
          change(key, {
            state: "same",
            same,
            choose: (choice) => {
              change(key, { state: "sending" });
              resolve(choice);
            },
          }),
        ),
    });
    onFiled();
    if (filed === null) return remove(key);
    change(key, { state: "done", sent: file.size, message: filed.isNew ? "Filed" : `Filed as version ${filed.no}` });
  } catch (error) {
    if (controller.signal.aborted) return remove(key);
    change(key, { state: "failed", message: messageOf(error), again: () => start(file, target, onFiled, key) });
  }
}

function start(file: File, target: UploadTarget, onFiled: () => void, earlier?: number) {
  const key = next++;
  const controller = new AbortController();
  const upload: RunningUpload = {
    key,
    name: file.name,
    size: file.size,
    sent: 0,
    state: "waiting",
    cancel: () => {
      controller.abort();
      remove(key);
    },
  };
  put([...uploads.filter((other) => other.key !== earlier), upload]);
  queue = queue.then(() => run(key, file, target, controller, onFiled));
}

export function useUploads() {
  const running = useSyncExternalStore(
    subscribe,
    () => uploads,
    () => uploads,
  );
  const client = useQueryClient();
  const onFiled = () => void client.invalidateQueries({ queryKey: documentsKey });
  return {
    running,
    add: (files: Iterable<File>, target: UploadTarget) => {
      for (const file of files) start(file, target, onFiled);
    },
    clear: (key: number) => remove(key),
  };
}
