import { site } from "#content/site.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Tag } from "../ui/badge.tsx";
import { type Article, articlePath, articles, longDate } from "./article-files.ts";
import { EmailCapture } from "./islands/email-capture.island.tsx";
import { Island } from "./islands/island.tsx";
import { pageMeta } from "./page-meta.ts";
import { ArticleFigure } from "./sections/article-figure.tsx";
import { CaptureInquiry } from "./sections/capture-inquiry.tsx";
import { PageHead, Section } from "./sections/section.tsx";
import { ServerIf, ServerUnless } from "./sections/server-if.tsx";

export const meta = () =>
  pageMeta({
    title: "Articles",
    description:
      "What we learned on client work about agents, decisions and implementation, published once it is safe to say.",
    path: "/articles",
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Articles", path: "/articles" },
    ],
  });

const subscribeBox = "subscribe-email";

const Tags = ({ tags, className }: { tags: readonly string[]; className?: string }) => (
  <ul className={`flex flex-wrap gap-1.5 ${className ?? ""}`}>
    {tags.map((tag) => (
      <li key={tag} className="flex">
        <Tag>{tag}</Tag>
      </li>
    ))}
  </ul>
);

function Featured({ article }: { article: Article }) {
  return (
    <a href={articlePath(article)} data-field="nil" className="group turned grid no-underline lg:grid-cols-[7fr_5fr]">
      <ArticleFigure article={article} crop="feature" className="h-full min-h-60 w-full lg:min-h-88" />
      <div className="flex flex-col gap-4 border-line p-[clamp(1.5rem,3vw,2.75rem)] max-lg:border-t lg:border-l">
        <Tags tags={article.tags} />
        <h2 className="serif text-title group-hover:underline group-hover:decoration-1">{article.title}</h2>
        <p className="text-muted">{article.excerpt}</p>
        <p className="mt-auto flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
          <time dateTime={article.date}>{longDate(article.date)}</time>
          <span>{article.readTime} min read</span>
        </p>
      </div>
    </a>
  );
}

function Row({ article }: { article: Article }) {
  return (
    <li className="border-t border-line">
      <a
        href={articlePath(article)}
        className="group grid items-start gap-x-gap gap-y-3 py-7 no-underline sm:grid-cols-[9rem_1fr] lg:grid-cols-[9rem_10rem_1fr_auto]"
      >
        <ArticleFigure
          article={article}
          crop="thumbnail"
          className="aspect-[8/5] w-full bg-nil max-sm:aspect-[3/1] sm:max-lg:row-span-3"
        />
        <p className="grid text-small text-muted max-lg:flex max-lg:gap-5">
          <time dateTime={article.date}>{longDate(article.date)}</time>
          <span>{article.readTime} min read</span>
        </p>
        <div>
          <h3 className="serif text-sub group-hover:underline group-hover:decoration-1">{article.title}</h3>
          <p className="mt-2 max-w-160 text-muted">{article.excerpt}</p>
        </div>
        <Tags tags={article.tags} />
      </a>
    </li>
  );
}

export default function Articles() {
  const featured = articles.find((article) => article.featured);
  const recent = articles.filter((article) => article !== featured);
  return (
    <>
      {/* The padding leaves room for the focus ring of the figure. */}
      <PageHead className="pb-1.5">
        <div className="mb-[clamp(2.25rem,4vw,3.75rem)] flex flex-wrap items-end justify-between gap-x-gap gap-y-6">
          <h1 className="serif text-display">Articles</h1>
          <ButtonLink variant="line" href={`#${subscribeBox}`} arrow={false}>
            Subscribe to Updates
          </ButtonLink>
        </div>
        {featured && <Featured article={featured} />}
      </PageHead>
      <Section>
        <h2 className="mb-5 text-head">Recent</h2>
        <ul className="border-b border-line">
          {recent.map((article) => (
            <Row key={article.slug} article={article} />
          ))}
        </ul>
        <p className="mt-8 text-small text-muted">
          This page is a scaffold awaiting a content system. Until then the articles are files, and there is a{" "}
          <a href="/feed.xml" className="underline">
            feed
          </a>
          .
        </p>
      </Section>
      {/* The button above leads to the field: what the field is for has to be on the screen too. */}
      <section id="subscribe" className="bg-sunken [&_input]:scroll-mt-72 py-[calc(var(--spacing-section)*0.7)]">
        <div className="wrap-page grid items-end gap-x-gap gap-y-6 lg:grid-cols-2">
          <div>
            <h2 className="serif text-title">New articles by email</h2>
            <p className="mt-3 text-muted">Two a month at most. No digest, no tracking, easy to leave.</p>
          </div>
          <ServerUnless is="inquiries">
            <Island when="interaction">
              <EmailCapture
                to={site.email}
                id={subscribeBox}
                contentTitle="Article updates"
                action="Subscribe"
                shape="inline"
              />
            </Island>
          </ServerUnless>
          <ServerIf is="inquiries">
            <CaptureInquiry
              form="newsletter"
              id={subscribeBox}
              contentTitle="Article updates"
              action="Subscribe"
              shape="inline"
            />
          </ServerIf>
        </div>
      </section>
    </>
  );
}
