// What `npm start` gives to Node, for whatever starts the server the way its users do.
import { readFileSync } from "node:fs";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
export const startArguments = scripts.start.split(" ").slice(1);
