// What pdf.js asks for by name when a PDF needs it: the signs of two fonts that PDFs need not bring along and no system has, and
// decoders of pictures in two rare forms, as plain JavaScript because no page of ours may run WebAssembly. Their licences go along.
// The letters of Helvetica that pdf.js has too are under the GPL and stay out; every system has its own.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const library = "node_modules/pdfjs-dist";
const wanted = {
  standard_fonts: /^Foxit(?:Symbol|Dingbats)\.pfb$|^LICENSE_FOXIT$/,
  wasm: /_nowasm_fallback\.js$|^LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)$/,
};

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
            fileName: `assets/pdfjs-${version}/${folder}/${name.startsWith("LICENSE") ? `${name}.txt` : name}`,
            source: readFileSync(path.join(library, folder, name)),
          });
    },
  };
}
