// Loaded into every Node of a run under another clock (NODE_OPTIONS): processes that are started with an environment of their own
// (PostgreSQL, servers of tests) get the clock all the same, so that all of them agree on the time.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const names = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC", "NODE_OPTIONS"];
const clock = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));

// spawn, fork, exec and execFile all end here.
const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function (options) {
  const given = new Set((options.envPairs ?? []).map((pair) => pair.slice(0, pair.indexOf("="))));
  const missing = clock.filter(([name]) => !given.has(name)).map(([name, value]) => `${name}=${value}`);
  return spawn.call(this, { ...options, envPairs: [...(options.envPairs ?? []), ...missing] });
};
for (const name of ["spawnSync", "execFileSync", "execSync"]) {
  const original = childProcess[name];
  childProcess[name] = (...args) => {
    const last = args.at(-1);
    if (typeof last === "object" && !Array.isArray(last) && last?.env)
      args[args.length - 1] = { ...last, env: { ...Object.fromEntries(clock), ...last.env } };
    return original(...args);
  };
}
syncBuiltinESMExports();
