import { colours } from "#content/colours.gen.ts";
import { brief } from "#content/brief.ts";
import { manifesto } from "#content/manifesto.ts";
import { site } from "#content/site.ts";
import { cascade, foot, html, letter, masthead, type PdfDocument } from "./sheet.ts";

const style = html`<style>
  .two {
    grid-template-columns: 1fr 1fr;
  }
  .marks {
    grid-template-columns: repeat(4, 1fr);
    column-gap: 0;
    border: 0.75pt solid ${colours.paper.ink};
    border-radius: 0 0 20pt 0;
  }
  .marks > li {
    padding: 9pt 10pt 14pt;
    font-size: 9pt;
  }
  .marks > li + li {
    border-left: 0.5pt solid ${colours.paper.line};
  }
  .marks .big {
    font-size: 15pt;
    line-height: 1.1;
    margin-bottom: 5pt;
  }
  .plan > li {
    display: grid;
    grid-template-columns: 0.85in 1in 1fr;
  }
  .ask {
    counter-reset: n;
  }
  .ask > li {
    counter-increment: n;
    display: grid;
    grid-template-columns: 22pt 1fr;
    align-items: baseline;
  }
  .ask > li::before {
    content: counter(n);
    font: 400 14pt/1 Display;
  }
</style>`;

export const strategicBrief: PdfDocument = {
  file: manifesto.briefFile,
  title: `${brief.title} | ${site.name}`,
  size: letter,
  body: html`${style}
    <section class="page">
      ${masthead(`Updated ${manifesto.updated}`)}
      <div class="plate">${cascade(612, 126, 4)}</div>
      <h1 style="margin:.32in 0 .14in">${brief.title}</h1>
      <p class="lead" style="max-width:5.4in">${brief.line}</p>
      <div class="grid two" style="margin-top:.34in">
        <div>
          <h2 style="margin-bottom:7pt">The situation</h2>
          <p>${brief.situation}</p>
        </div>
        <div>
          <h2 style="margin-bottom:7pt">Four decisions to keep</h2>
          <ul class="rows">
            ${brief.keep.map((line) => html`<li>${line}</li>`)}
          </ul>
        </div>
      </div>
      <h2 style="margin:.34in 0 9pt">Four words for everything else</h2>
      <ol class="grid marks">
        ${brief.marks.map(
          ({ name, text }) =>
            html`<li>
              <p class="big">${name}</p>
              <p>${text}</p>
            </li>`,
        )}
      </ol>
      <p class="muted" style="margin-top:9pt">
        Give each process one of these words, with a name and a date beside it. A permission that has to be rewritten
        when the model changes was not a permission.
      </p>
      ${foot("1 of 2")}
    </section>
    <section class="page">
      ${masthead(brief.title)}
      <h2 style="margin:.5in 0 .14in;font-size:26pt">One quarter, in this order</h2>
      <ol class="rows plan">
        ${brief.plan.map(
          ({ when, what, text }) =>
            html`<li>
              <span class="muted">${when}</span><b style="font-weight:600">${what}</b>
              <p>${text}</p>
            </li>`,
        )}
      </ol>
      <h2 style="margin:.42in 0 .14in;font-size:26pt">Five questions for any proposal</h2>
      <ol class="rows ask">
        ${brief.questions.map((line) => html`<li>${line}</li>`)}
      </ol>
      <p class="big" style="font-size:19pt;line-height:1.2;margin-top:.5in;max-width:6in;letter-spacing:-.015em">
        ${manifesto.quote}
      </p>
      <p class="muted" style="margin-top:9pt">
        Thirty minutes, no slides: tell us the decision in front of you and we will tell you whether we are the right
        people for it.
      </p>
      ${foot("2 of 2")}
    </section>`.text,
};
