// Runs inside the contact page before it is painted: puts ?subject= into the field and the banner, opens the page with words
// that fit it, turns booking mode on, and names the program or talk of ?about= in the banner and at the start of the message.
// Pages are made at build time, so the query is only known in the browser; an island would come too late and move the page.
import { aboutLine, contactAbout } from "#content/contact-about.ts";
import { site } from "#content/site.ts";
import { bookingSubject, contactOpenings } from "#content/subjects.ts";

export const bookingTitle = "Book Your AI Consultation";
const bookingLead = `${site.consultMinutes} minutes, no slides. Bring the decision in front of you, and we will tell you whether we are the right people for it.`;

const offers = Object.entries(contactAbout).map(([key, name]) => [key, { name, line: aboutLine(name) }]);

export const contactSubjectScript = `(function(d){
var q=new URLSearchParams(location.search),s=q.get("subject");if(!s)return;
var b=d.getElementById("about-subject");b.querySelector("b").textContent=s;b.hidden=false;
var i=d.querySelector("form [name=subject]");if(!i.value)i.value=s;
var p=new Map(${JSON.stringify(offers)}).get(q.get("about"));
if(p){var a=d.getElementById("about-offer"),m=d.querySelector("form [name=message]");
a.textContent=p.name;a.hidden=false;m.dataset.prefilled=p.line;if(!m.value)m.value=p.line}
var o=${JSON.stringify(contactOpenings)}[s];
if(o&&o.title){d.querySelector("h1").textContent=o.title;d.getElementById("lead").textContent=o.lead;
d.querySelectorAll("form [name=message]").forEach(function(m){m.placeholder=o.hint})}
if(s!==${JSON.stringify(bookingSubject)}){var k=d.getElementById("booking-offer");if(k)k.hidden=false;return}
d.getElementById("booking").hidden=false;
d.querySelector("h1").textContent=${JSON.stringify(bookingTitle)};
d.getElementById("lead").textContent=${JSON.stringify(bookingLead)};
})(document)`;
