// Reference rates of the European Central Bank as it publishes them: the daily or whole XML, or the CSV with its history. A file is read
// whole or not at all: half a file would leave days that look complete.
import { SaxesParser } from "saxes";

export interface EuroRates {
  codes: string[];
  days: string[];
  /** As they are written, so that no digit is lost. */
  rates: string[];
}

export class NoRatesFile extends Error {}

const day = /^\d{4}-\d{2}-\d{2}$/;
const rate = /^\d{1,9}(?:\.\d{1,10})?$/;
const code = /^[A-Z]{3}$/;
export const maxRatesBytes = 40 * 1024 * 1024;

export function readEcbFile(text: string): EuroRates {
  const start = text.replace(/^﻿/, "").trimStart();
  if (start === "") throw new NoRatesFile("The file is empty.");
  if (/^<!doctype|^<html/i.test(start)) throw new NoRatesFile("This is a web page and no file with rates.");
  const found = start.startsWith("<") ? readXml(start) : readCsv(start);
  if (found.codes.length === 0) throw new NoRatesFile("There is no rate in this file.");
  return found;
}

function add(found: EuroRates, currency: string, on: string, value: string): void {
  if (!code.test(currency) || !day.test(on) || !rate.test(value) || Number(value) === 0)
    throw new NoRatesFile(`"${currency} ${on} ${value}" is no rate of a day. Nothing was read.`.slice(0, 200));
  found.codes.push(currency);
  found.days.push(on);
  found.rates.push(value);
}

function readXml(text: string): EuroRates {
  const found: EuroRates = { codes: [], days: [], rates: [] };
  const parser = new SaxesParser();
  let on = "";
  parser.on("doctype", () => {
    throw new NoRatesFile("A file of rates has no DOCTYPE.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (name.replace(/^.*:/, "") !== "Cube") return;
    const { time, currency, rate: value } = attributes as Record<string, string | undefined>;
    if (time !== undefined) on = time;
    if (currency !== undefined) add(found, currency, on, value ?? "");
  });
  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof NoRatesFile ? error : new NoRatesFile("The file is cut off or damaged. Nothing was read.");
  }
  return found;
}

/** "Date,USD,JPY,...," and a line for each day; "N/A" where a currency had none. */
function readCsv(text: string): EuroRates {
  const found: EuroRates = { codes: [], days: [], rates: [] };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const head = (lines[0] ?? "").split(",").map((cell) => cell.trim());
  if (!/^date$/i.test(head[0] ?? "") || head.length < 2)
    throw new NoRatesFile('This is no file with rates: its first column is not "Date".');
  for (const line of lines.slice(1)) {
    const cells = line.split(",").map((cell) => cell.trim());
    if (cells.length !== head.length)
      throw new NoRatesFile(`The file is cut off in the line "${line.slice(0, 40)}". Nothing was read.`);
    const on = dayOf(cells[0]!);
    for (const [place, currency] of head.entries())
      if (place > 0 && currency !== "" && cells[place] !== "N/A" && cells[place] !== "")
        add(found, currency, on, cells[place]!);
  }
  return found;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** The daily CSV writes "18 November 2026". */
function dayOf(text: string): string {
  const [, date = "", month = "", year = ""] = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4})$/.exec(text) ?? [];
  const place = months.indexOf(month.toLowerCase());
  return place === -1 ? text : `${year}-${String(place + 1).padStart(2, "0")}-${date.padStart(2, "0")}`;
}
