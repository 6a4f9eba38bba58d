import type { Metadata } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { site } from "#content/site.ts";
import "../product/app/site/site.css";
import { themeScript } from "../product/app/theme-script.ts";

const serif = localFont({ src: "../product/app/site/fonts/serif.woff2", weight: "400", variable: "--font-display" });
const sans = localFont({ src: "../product/app/site/fonts/sans.woff2", weight: "400 700", variable: "--font-sans" });

export const metadata: Metadata = {
  title: "Guidevane: strategic AI advisory",
  description: site.description,
  alternates: { canonical: `${site.url}/` },
  icons: { icon: "/favicon.svg" },
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${serif.variable} ${sans.variable}`} suppressHydrationWarning>
      <body>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        {children}
      </body>
    </html>
  );
}
