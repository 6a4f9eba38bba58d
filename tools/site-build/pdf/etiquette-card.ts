import { colours } from "#content/colours.gen.ts";
import { etiquetteCard } from "#content/guide.ts";
import { site } from "#content/site.ts";
import { html, type PdfDocument } from "./sheet.ts";

const style = html`<style>
  .page {
    padding: 0.36in 0.42in 0.3in;
  }
  .card h1 {
    font-size: 23pt;
    line-height: 1.05;
    letter-spacing: -0.02em;
  }
  .card li {
    font-size: 11pt;
    padding: 4.6pt 0;
  }
  .he {
    font: 400 15pt/1.6 Hebrew;
    direction: rtl;
  }
  .sound {
    font-size: 8.6pt;
    line-height: 1.4;
  }
  .end {
    margin-top: auto;
    font-size: 7.6pt;
    line-height: 1.4;
    color: ${colours.paper.muted};
    display: flex;
    justify-content: space-between;
    gap: 0.3in;
  }
</style>`;

export const etiquetteCardPdf: PdfDocument = {
  file: etiquetteCard.file,
  title: `${etiquetteCard.front.title}: etiquette card | ${site.name}`,
  size: { width: "6in", height: "4in" },
  body: html`${style}
    <section class="page card">
      <h1>${etiquetteCard.front.title}</h1>
      <ul class="rows" style="margin-top:.16in">
        ${etiquetteCard.front.lines.map((line) => html`<li>${line}</li>`)}
      </ul>
      <p class="end"><span>Customs differ. When in doubt, ask someone close to the family.</span></p>
    </section>
    <section class="page card">
      <h1>${etiquetteCard.back.title}</h1>
      <div class="rows" style="margin-top:.12in">
        ${etiquetteCard.back.phrases.map(
          ({ custom, hebrew, sound, meaning }) =>
            html`<div>
              <p class="he" lang="he" dir="rtl">${hebrew}</p>
              <p class="sound"><b style="font-weight:600">${sound}</b></p>
              <p class="sound">${meaning} <span class="muted">${custom}.</span></p>
            </div>`,
        )}
      </div>
      <p class="end"><span style="max-width:3.6in">${etiquetteCard.back.window}</span><span>Torah and AI</span></p>
    </section>`.text,
};
