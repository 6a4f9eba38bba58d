import { manifesto, references } from "#content/manifesto.ts";
import { site } from "#content/site.ts";
import { foot, html, letter, masthead, type PdfDocument } from "./sheet.ts";

const entry = ({ authors, title, source, year, why }: (typeof references)[number]) =>
  html`<li>
    <span class="big year">${year}</span>
    <div>
      <h3>${title}</h3>
      <p>${authors.replace(/\.?$/, ".")} ${source}.</p>
    </div>
    <p class="muted">${why}</p>
  </li>`;

const style = html`<style>
  .refs > li {
    display: grid;
    grid-template-columns: 0.62in 3.95in 1fr;
    column-gap: 0.2in;
    font-size: 9pt;
    line-height: 1.42;
  }
  .year {
    font-size: 13pt;
    line-height: 1.2;
  }
</style>`;

const perPage = 9;
const sheets = [references.slice(0, perPage), references.slice(perPage)];

export const referenceList: PdfDocument = {
  file: manifesto.referencesFile,
  title: `References to ${manifesto.title} | ${site.name}`,
  size: letter,
  body: html`${style}${sheets.map(
    (list, index) =>
      html`<section class="page">
        ${masthead(`Last updated: ${manifesto.updated}`)}
        ${
          index === 0
            ? html`<h1 style="margin:.62in 0 .16in;max-width:6.4in">References</h1>
                <p class="lead" style="max-width:5.6in;margin-bottom:.32in">
                  What ${manifesto.title} and our articles rest on, oldest first, with one line on what we took from
                  each.
                </p>`
            : html`<div style="height:.5in"></div>`
        }
        <ol class="rows refs">
          ${list.map(entry)}
        </ol>
        ${
          index === sheets.length - 1
            ? html`<p
                  class="big"
                  style="font-size:22pt;line-height:1.18;letter-spacing:-.018em;margin-top:auto;max-width:6in"
                >
                  ${manifesto.quote}
                </p>
                <div style="height:.6in"></div>`
            : html``
        }
        ${foot(`${index + 1} of ${sheets.length}`)}
      </section>`,
  )}`.text,
};
