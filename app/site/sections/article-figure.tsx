import { Aerofoil, FlowFigure } from "../art/drawings.tsx";
import type { Article } from "../article-files.ts";

// A cover is wide and low, a thumbnail is a detail, the feature shows the whole field.
const crops = {
  cover: { view: "0 60 960 280", width: 960, gap: 11, fit: "xMinYMid slice" },
  feature: { view: "0 0 640 400", gap: 12 },
  thumbnail: { view: "60 60 480 300", gap: 17 },
} as const;

/** The article's own flow, chosen for its meaning. */
export function ArticleFigure({
  article,
  crop,
  className,
}: {
  article: Article;
  crop: keyof typeof crops;
  className: string;
}) {
  const { drawing } = article.figure;
  return drawing === "aerofoil" ? (
    <Aerofoil {...crops[crop]} className={className} />
  ) : (
    <FlowFigure name={drawing} {...crops[crop]} className={className} />
  );
}
