// The switch between monthly and annual prices, and the checkout that does not exist yet.
import { checkoutNotice } from "#content/pricing.ts";
import { toast } from "../../ui/toast.ts";

function checkout() {
  // oxlint-disable-next-line no-console -- a visitor who presses the button is to find this in the console
  console.log(checkoutNotice.log);
  toast({ title: checkoutNotice.title, text: checkoutNotice.text, tone: "notice" });
}

export function start(root: HTMLElement) {
  const toggle = root.querySelector<HTMLElement>("[role=switch]");
  const said = root.querySelector<HTMLElement>("[aria-live]");

  toggle?.addEventListener("click", () => {
    const annual = toggle.ariaChecked !== "true";
    toggle.ariaChecked = String(annual);
    for (const price of root.querySelectorAll<HTMLElement>("[data-period]"))
      price.hidden = (price.dataset.period === "annual") !== annual;
    if (said) said.textContent = (annual ? said.dataset.annual : said.dataset.monthly) ?? "";
  });
  root.querySelector("[data-checkout]")?.addEventListener("click", checkout);
}
