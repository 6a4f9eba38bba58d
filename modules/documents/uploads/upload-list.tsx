// Uploads under way: how far, whether the line is lost, and the question when the same content is there already.
import { Button, IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { sizeWords } from "#domain/file-size.ts";
import { type RunningUpload, useUploads } from "./uploads-data.ts";

const words = ({ state, sent, size, message }: RunningUpload): string => {
  if (state === "waiting") return "Waits for its turn";
  if (state === "line lost") return `The line is lost at ${sizeWords(sent)}. It goes on by itself.`;
  if (state === "same") return "";
  if (state === "done" || state === "failed") return message ?? "";
  return `${sizeWords(sent)} of ${sizeWords(size)}`;
};

export function UploadList() {
  const { running, clear } = useUploads();
  if (running.length === 0) return null;
  return (
    <section aria-label="Uploads" className={panelClass}>
      <ul>
        {running.map((upload) => (
          <li key={upload.key} className="border-b border-line px-4 py-2.5 last:border-0">
            <div className="flex items-center gap-3">
              <Icon name={upload.state === "done" ? "check" : upload.state === "failed" ? "alert" : "deploy"} />
              <span className="min-w-0 grow">
                <b dir="auto" className="block truncate font-semibold">
                  {upload.name}
                </b>
                <span
                  className={upload.state === "failed" ? "text-danger" : "text-muted"}
                  role={upload.state === "failed" ? "alert" : "status"}
                >
                  {words(upload)}
                </span>
              </span>
              {upload.again && (
                <Button variant="line" size="compact" onClick={upload.again}>
                  Go on
                </Button>
              )}
              <IconButton
                name="close"
                size="compact"
                label={
                  upload.state === "done" || upload.state === "failed" ? `Hide ${upload.name}` : `Stop ${upload.name}`
                }
                onClick={() =>
                  upload.state === "done" || upload.state === "failed" ? clear(upload.key) : upload.cancel()
                }
              />
            </div>
            {(upload.state === "sending" || upload.state === "line lost") && (
              <progress
                aria-label={`Progress of ${upload.name}`}
                max={Math.max(upload.size, 1)}
                value={upload.sent}
                className="mt-2 h-1.5 w-full accent-(--solid)"
              />
            )}
            {upload.state === "same" && upload.same && <SameContent upload={upload} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SameContent({ upload: { same, choose } }: { upload: RunningUpload }) {
  if (!same || !choose) return null;
  return (
    <div role="alert" className="mt-2 grid gap-2 rounded-1 bg-dev-bg px-3 py-2.5 text-dev">
      <p>
        The same content is there already: version {same.no} of “{same.title}”.
      </p>
      <div className="flex flex-wrap gap-2">
        {!same.readOnly && (
          <Button variant="line" size="compact" onClick={() => choose({ as: "version", documentId: same.documentId })}>
            Add as its next version
          </Button>
        )}
        <Button variant="line" size="compact" onClick={() => choose({ as: "separate" })}>
          Keep as a separate document
        </Button>
        <Button variant="line" size="compact" onClick={() => choose(null)}>
          Leave it
        </Button>
      </div>
    </div>
  );
}
