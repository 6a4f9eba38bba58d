// Time-based codes: thirty seconds, six digits, one step of tolerance either way.
import { generateSecret, generateURI, verify } from "otplib";
import makeQr from "qrcode-generator";

const toleranceSeconds = 30;

export function makeTotp(issuer: string, label: string) {
  const secret = generateSecret();
  const uri = generateURI({ issuer, label, secret });
  return { secret, uri, qr_code: drawQr(uri) };
}

/** The time step the code belongs to, or null: a step can then be refused a second time. */
export async function stepOfCode(secret: string, code: string, at: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(at.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid ? Math.floor(epoch / 30) + result.delta : null;
}

/** One path, named colours: auth-js puts the text into a data URL unescaped, where # would end it. */
function drawQr(text: string): string {
  const code = makeQr(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const margin = 4;
  let path = "";
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) path += `M${column + margin} ${row + margin}h1v1h-1z`;
    }
  }
  const size = count + 2 * margin;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 4}" height="${size * 4}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${path}"/></svg>`
  );
}
