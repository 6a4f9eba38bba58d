import { colours } from "#content/colours.gen.ts";
import { dollars } from "#content/dollars.ts";
import { site } from "#content/site.ts";
import { training } from "#content/training.ts";
import { cascade, foot, html, letter, masthead, type PdfDocument } from "./sheet.ts";

const style = html`<style>
  .facts {
    grid-template-columns: repeat(3, 1fr);
    column-gap: 0;
  }
  .facts > div {
    padding: 8pt 10pt 0 0;
  }
  .facts > div + div {
    border-left: 0.5pt solid ${colours.paper.line};
    padding-left: 12pt;
  }
  .facts .big {
    font-size: 21pt;
    line-height: 1.1;
  }
  .day {
    display: flex;
    gap: 2pt;
  }
  .day > li {
    flex: 1;
    background: ${colours.nil.ground};
    padding: 7pt 8pt 24pt;
    font-size: 9pt;
    line-height: 1.3;
  }
  .day > li.more {
    background: repeating-linear-gradient(115deg, ${colours.paper.flow} 0 0.6pt, transparent 0.6pt 5pt);
  }
  .day > li:last-child {
    border-radius: 0 0 16pt 0;
  }
  .blocks > li {
    display: grid;
    grid-template-columns: 1.35in 1fr 0.6in;
  }
  .two {
    grid-template-columns: 1fr 1fr;
  }
</style>`;

export const trainingOverview: PdfDocument = {
  file: training.file,
  title: `${training.title}: training overview | ${site.name}`,
  size: letter,
  body: html`${style}
    <section class="page">
      ${masthead("Training overview")}
      <div class="plate" style="height:1.3in">${cascade(612, 94, 3)}</div>
      <h1 style="margin:.3in 0 .12in">${training.title}</h1>
      <p class="lead" style="max-width:5.4in">${training.line}</p>
      <div class="grid facts rule" style="margin-top:.3in">
        <div>
          <p class="big">${training.length}</p>
          <p class="muted">${dollars(training.price.four)} for four, ${dollars(training.price.six)} for six</p>
        </div>
        <div>
          <p class="big">${training.group}</p>
          <p class="muted">from one organization, one price</p>
        </div>
        <div>
          <p class="big">Your papers</p>
          <p class="muted">${training.place}</p>
        </div>
      </div>
      <h2 style="margin:.36in 0 9pt">The day, drawn to scale</h2>
      <ol class="day">
        ${training.day.map(
          ({ title, minutes, core }) =>
            html`<li class="${core ? "core" : "more"}">
              <b style="font-weight:600">${title}</b><br />${minutes} min
            </li>`,
        )}
      </ol>
      <p class="muted" style="margin-top:6pt">The hatched blocks are the difference between four hours and six.</p>
      <ol class="rows blocks" style="margin-top:.22in">
        ${training.day.map(
          ({ title, text, minutes }) =>
            html`<li>
              <h3>${title}</h3>
              <p>${text}</p>
              <span class="muted" style="text-align:right">${minutes} min</span>
            </li>`,
        )}
      </ol>
      ${foot("1 of 2")}
    </section>
    <section class="page">
      ${masthead(training.title)}
      <h2 style="margin:.5in 0 .16in;font-size:26pt">What your team learns</h2>
      <ul class="rows">
        ${training.learned.map(
          ({ title, text }) =>
            html`<li>
              <h3>${title}</h3>
              <p>${text}</p>
            </li>`,
        )}
      </ul>
      <h2 style="margin:.44in 0 .16in;font-size:26pt">Who it is for</h2>
      <ul class="rows">
        ${training.audience.map(({ title, text }) => html`<li><b style="font-weight:600">${title}</b> ${text}</li>`)}
      </ul>
      <p class="muted" style="margin-top:10pt">${training.notFor}</p>
      <h2 style="margin:.44in 0 9pt;font-size:26pt">What we need from you</h2>
      <p style="max-width:5.8in">
        Three documents your team really uses, one decision from your agenda, and a room with a table. Two weeks before
        the day we speak with the sponsor for ${site.consultMinutes} minutes. We answer within 2 business days.
      </p>
      ${foot("2 of 2")}
    </section>`.text,
};
