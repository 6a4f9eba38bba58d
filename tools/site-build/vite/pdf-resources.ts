// What pdf.js asks for by name when a PDF needs it: letters of the fourteen fonts that PDFs need not bring along, and decoders of
// pictures in two rare forms, as plain JavaScript because no page of ours may run WebAssembly.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const library = "node_modules/pdfjs-dist";
const wanted = { standard_fonts: /\.(?:pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ };

export function pdfResources(): Plugin {
  return {
    name: "pdf-resources",
    apply: "build",
    generateBundle() {
      const { version } = JSON.parse(readFileSync(path.join(library, "package.json"), "utf8")) as { version: string };
      for (const [folder, names] of Object.entries(wanted))
        for (const name of readdirSync(path.join(library, folder)).filter((file) => names.test(file)))
          this.emitFile({
            type: "asset",
            // The version stands for a hash: under one address there is always the same file (modules/documents/share-reader/open-pdf.ts).
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: readFileSync(path.join(library, folder, name)),
          });
    },
  };
}
