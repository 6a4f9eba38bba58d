// "Pages": each by its number and what it is about.
interface PageListProps {
  count: number;
  titles: ReadonlyMap<number, string>;
  current: number;
}

export function PageList({ count, titles, current }: PageListProps) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <nav className="pdf-list" aria-labelledby="pages-of-it">
      <p className="small muted" id="pages-of-it">
        Pages
      </p>
      <ol>
        {numbers.map((number) => (
          <li key={number}>
            <a href={`#page-${number}`} aria-current={number === current ? "page" : undefined}>
              <span className="muted">{number}</span>
              <span dir="auto">{titles.get(number) ?? `Page ${number}`}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
