declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      keepAllGlyphs?: boolean;
      variationAxes?: Record<string, number>;
      targetFormat?: "sfnt" | "woff" | "woff2";
    },
  ): Promise<Buffer>;
}
