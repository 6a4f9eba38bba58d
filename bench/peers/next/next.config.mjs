export default {
  output: "export",
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
};
