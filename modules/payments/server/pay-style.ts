/** Rules of the payment page. Which of the two ways is chosen is shown without script. */
export const payStyle = `
.pay{min-height:max(46rem,100dvh - 5rem)}.pay .doc-art{top:auto;right:auto;bottom:0;left:0;width:56%;height:44%;mask-image:linear-gradient(90deg,#000 60%,transparent),linear-gradient(transparent,#000 40%);mask-composite:intersect}
.pay-grid{display:grid;grid-template-columns:minmax(0,1fr) minmax(20rem,41rem);gap:3rem 4rem;align-items:start}
.pay-title{max-width:none;font:inherit;letter-spacing:0}
.pay-title span{display:block;font-size:1.25rem;line-height:1.4}
.pay-title .mega{margin-top:.5rem;font:clamp(3.5rem,1.5rem + 6vw,6.5rem)/1 var(--serif);letter-spacing:-.035em;overflow-wrap:anywhere}
.pay .spec{border-top:1px solid var(--line);padding-top:1.75rem}
.pay .sheet{position:static;background:var(--surface);padding:clamp(1.5rem,3vw,2.75rem);min-width:0}
.pay .sheet .spec{margin:0;padding:0;border:0;font-size:.9375rem;gap:.5rem 1.25rem}
.pay form,.pay fieldset{display:grid;gap:1.125rem;min-width:0}.pay fieldset{padding:0;border:0}.pay legend{padding:0;margin-bottom:1.125rem}
.pick{border:1px solid var(--control);border-radius:3px;overflow:hidden}
.pick label{display:flex;gap:.875rem;align-items:start;padding:1rem;cursor:pointer}.pick label+label,.pick-in+label{border-top:1px solid var(--line)}
.pick input{flex:none;width:1.25rem;height:1.25rem;margin-top:.15rem;accent-color:var(--solid)}
.pick label .small{display:block;font-weight:400}.pick b{font-size:1.0625rem}
.pick label:has(:checked),.pick label:has(:checked)+.pick-in,.pick>.pick-in:only-child{background:var(--sunken)}
.pick-in{padding:.25rem 1rem 1.125rem}.pick>.pick-in:only-child{padding-top:1.125rem}
.mono{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9375rem;overflow-wrap:anywhere}
/* A German IBAN stays in one line of a phone. */
@media (max-width:26rem){.pick-in .mono{font-size:.8125rem}}
.scan{display:flex;gap:1rem;align-items:center;margin:1.125rem 0}.scan .bank-code{flex:none;width:8.5rem;height:8.5rem}.scan figcaption{font-size:.9375rem}
form:has([value=card]:checked) .for-bank,form:not(:has([value=card]:checked)) .for-card{display:none!important}
.bill{padding-block:clamp(3rem,5vw,5rem)}.bill .wrap{max-width:60rem}
.bill table{width:100%;margin-top:1.5rem;border-collapse:collapse;font-size:.9375rem}.bill th,.bill td{padding:.625rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
.bill :is(th,td):first-child{padding-left:0}.bill :is(th,td):last-child{padding-right:0}
.bill th{color:var(--muted);font-weight:500}.bill tfoot th{color:inherit}.bill .num{text-align:right;white-space:nowrap}
.bill tfoot tr:last-child>*{border-bottom:0;font-weight:640}
@media (max-width:64rem){.pay-grid{grid-template-columns:minmax(0,1fr)}.pay{min-height:0}.pay .sheet{margin-inline:calc(-1*min(var(--gutter),1.25rem))}}
.bill .narrow{display:none}
@media (max-width:40rem){.bill .wide{display:none}.bill .narrow{display:block}}
`;
