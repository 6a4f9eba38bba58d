import { useParams } from "react-router";
import { site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { Tag } from "../ui/badge.tsx";
import { TextLink } from "../ui/button.tsx";
import { type Article, articlePath, articles, longDate, neighbours } from "./article-files.ts";
import { absolute, cardPath, organization, pageMeta } from "./page-meta.ts";
import { ArticleFigure } from "./sections/article-figure.tsx";
import { BackLink } from "./sections/back-link.tsx";
import { Prose } from "./sections/prose.tsx";
import { SpecList } from "./sections/spec-list.tsx";

function find(slug: string | undefined): Article {
  const article = articles.find((candidate) => candidate.slug === slug);
  if (!article) throw new Response("No such article", { status: 404, statusText: "Not Found" });
  return article;
}

export const meta = ({ params }: { params: { slug?: string } }) => {
  const article = find(params.slug);
  const path = articlePath(article);
  return pageMeta({
    title: article.title,
    description: article.excerpt,
    path,
    article: { published: article.date, tags: article.tags },
    jsonLd: [
      {
        "@type": "Article",
        headline: article.title,
        description: article.excerpt,
        datePublished: article.date,
        dateModified: article.date,
        keywords: article.tags.join(", "),
        timeRequired: `PT${article.readTime}M`,
        image: absolute(cardPath(path)),
        mainEntityOfPage: absolute(path),
        author: { "@id": organization["@id"] },
        publisher: organization,
      },
    ],
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Articles", path: "/articles" },
      { name: article.title, path },
    ],
  });
};

function Rail({ article }: { article: Article }) {
  return (
    <aside
      aria-label="About this article"
      className="grid content-start gap-5 text-small max-lg:gap-4 max-lg:pb-8 lg:sticky lg:top-24 lg:self-start"
    >
      <SpecList
        facts={[
          ["Published", longDate(article.date)],
          ["Reading", `${article.readTime} minutes`],
          ["By", `The ${site.name} team`],
        ]}
      />
      <ul className="flex flex-wrap content-start gap-1.5">
        {article.tags.map((tag) => (
          <li key={tag} className="flex">
            <Tag>{tag}</Tag>
          </li>
        ))}
      </ul>
      <p className="text-caption text-muted">{article.figure.note}</p>
    </aside>
  );
}

function Pager({ slug }: { slug: string }) {
  const { previous, next } = neighbours(slug);
  const link = "group grid content-start gap-1.5 py-7 no-underline";
  return (
    <nav aria-label="More articles" className="wrap-page">
      <div className="grid border-t border-ink sm:grid-cols-2">
        <a href={articlePath(previous)} className={`${link} sm:pr-gap`}>
          <span className="text-small text-muted">Previous</span>
          <b className="serif text-sub group-hover:underline group-hover:decoration-1">{previous.title}</b>
        </a>
        <a
          href={articlePath(next)}
          className={`${link} justify-items-end border-line text-right max-sm:border-t sm:border-l sm:pl-gap`}
        >
          <span className="text-small text-muted">Next</span>
          <b className="serif text-sub group-hover:underline group-hover:decoration-1">{next.title}</b>
        </a>
      </div>
    </nav>
  );
}

export default function ArticlePage() {
  const article = find(useParams().slug);
  const { contact } = article;
  return (
    <article>
      <header className="wrap-page pt-[calc(4.75rem+clamp(2.5rem,5vw,5rem))]">
        <BackLink href="/articles">All articles</BackLink>
        <h1 className="serif max-w-[9em] text-display">{article.title}</h1>
      </header>
      <div data-field="nil" className="mt-[clamp(2rem,4vw,3.5rem)] overflow-hidden">
        {/* On a phone moved to the left, so that what is in the stream is whole. */}
        <ArticleFigure
          article={article}
          crop="cover"
          className="h-[clamp(11rem,32vw,28rem)] w-full max-sm:-ml-20 max-sm:w-[calc(100%+5rem)]"
        />
      </div>
      <div className="wrap-page grid gap-x-[calc(var(--spacing-gap)*2)] pt-[clamp(2.5rem,5vw,4.5rem)] pb-section lg:max-xl:gap-x-gap lg:grid-cols-[minmax(15.5rem,3fr)_minmax(0,var(--container-article))_2fr]">
        <Rail article={article} />
        <div>
          <Prose>
            <article.Body />
          </Prose>
          <p className="mt-10">
            <TextLink href={"subject" in contact ? contactLink(contact.subject) : contact.page} arrow>
              {contact.label}
            </TextLink>
          </p>
        </div>
      </div>
      <Pager slug={article.slug} />
    </article>
  );
}
