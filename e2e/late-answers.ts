// `LATE=1 npm run e2e` starts each server with this: a third of what it is asked is heard up to a second late, and a third of its
// answers leave up to a second late, whatever asked first. What holds then does not hang on the order in which answers come.
import http from "node:http";

const sometimes = (work: () => unknown) => {
  if (Math.random() < 1 / 3) setTimeout(work, 50 + Math.random() * 900);
  else work();
};
/** Not pages and their pictures: every test loads dozens, and a script that is late is what a slow line is to all of them. */
const isAsked = (url = "") => /^\/(?:rest|auth|api)\//.test(url);

// oxlint-disable-next-line typescript/unbound-method -- called with its server below
const emit = http.Server.prototype.emit as (this: http.Server, event: string | symbol, ...given: unknown[]) => boolean;
http.Server.prototype.emit = function (this: http.Server, event: string | symbol, ...given: unknown[]) {
  const [request, response] = given as [http.IncomingMessage, http.ServerResponse];
  if (event !== "request" || !isAsked(request.url)) return emit.call(this, event, ...given);
  const end = response.end.bind(response) as (...last: unknown[]) => http.ServerResponse;
  response.end = ((...last: unknown[]) => {
    sometimes(() => end(...last));
    return response;
  }) as typeof response.end;
  sometimes(() => emit.call(this, event, ...given));
  return true;
};
