// As files for `npm run bench:site`; with Next's own server for `npm run bench:server`.
export default {
  ...(process.env.PEER_AS_SERVER ? { distDir: ".next-server" } : { output: "export" }),
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
};
