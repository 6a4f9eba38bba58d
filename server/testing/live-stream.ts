// Reads a stream of server-sent events: what came so far, and whether it has ended.
import { eventually } from "./eventually.ts";

export interface LiveStream {
  events: { event: string; data: unknown }[];
  hasEnded(): boolean;
  /** The data of the first event that fits. */
  next(event: string, fits?: (data: unknown) => boolean): Promise<unknown>;
  cancel(): Promise<void>;
}

export function readLiveStream(answer: Response): LiveStream {
  const events: LiveStream["events"] = [];
  let ended = false;
  let text = "";
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
        if (event && data) events.push({ event, data: JSON.parse(data) });
      }
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => (ended = true));
  return {
    events,
    hasEnded: () => ended,
    next: (event, fits = () => true) =>
      eventually(() => {
        const found = events.find((each) => each.event === event && fits(each.data));
        if (!found) throw new Error(`No ${event} among ${JSON.stringify(events)}`);
        return found.data;
      }),
    cancel: () => reader.cancel(),
  };
}
