import { generateSync } from "otplib";

/** The code an authenticator app shows now, or in so many seconds; a code works only once. */
export const totp = (secret: string, inSeconds = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + inSeconds });
