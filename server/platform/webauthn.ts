// Security keys and passkeys, as a second factor or alone. Site and origin come from SITE_URL, never from the request.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/** Read when the first key is used: hundreds of files that every start would wait for. */
const library = () => import("@simplewebauthn/server");

/** As Supabase stores it; bytes are base64. */
export interface StoredCredential {
  id: string;
  publicKey: string;
  transport: string[];
  flags: { userVerified: boolean; backupEligible: boolean; backupState: boolean };
  authenticator: { AAGUID: string; signCount: number };
}

interface WebAuthnSite {
  name: string;
  id: string;
  origin: string;
}

export function webAuthnSite(siteUrl: string, name: string): WebAuthnSite {
  const { hostname, origin } = new URL(siteUrl);
  return { name, id: hostname, origin };
}

/** Ed25519, ES256, RS256: what authenticators in use offer. */
const supportedAlgorithmIDs = [-8, -7, -257];
const toBase64Url = (text: string) => Buffer.from(text, "base64").toString("base64url");

/** Alone, a credential has to name its owner, and its holder has to show a PIN or a finger. */
type Use = "second factor" | "passkey";

export async function registrationOptions(
  site: WebAuthnSite,
  user: { id: string; name: string },
  known: StoredCredential[],
  use: Use = "second factor",
) {
  const need = use === "passkey" ? "required" : "preferred";
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userName: user.name,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ id }) => ({ id: toBase64Url(id) })),
    authenticatorSelection: { residentKey: need, userVerification: need },
  });
}

/** Without a credential any passkey for this site may answer. */
export async function authenticationOptions(site: WebAuthnSite, credential: StoredCredential | null) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.id,
    ...(credential && {
      allowCredentials: [{ id: toBase64Url(credential.id), transports: credential.transport }],
    }),
    userVerification: credential ? "preferred" : "required",
  });
}

/** Null when the response does not prove possession of a new credential. */
export async function verifyRegistration(
  site: WebAuthnSite,
  challenge: string,
  response: object,
  use: Use = "second factor",
): Promise<StoredCredential | null> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: use === "passkey",
    supportedAlgorithmIDs,
  }).catch(refused);
  if (!verified || !registrationInfo) return null;
  const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp } = registrationInfo;
  return {
    id: Buffer.from(credential.id, "base64url").toString("base64"),
    publicKey: Buffer.from(credential.publicKey).toString("base64"),
    transport: credential.transports ?? [],
    flags: { userVerified, backupEligible: credentialDeviceType === "multiDevice", backupState: credentialBackedUp },
    authenticator: { AAGUID: aaguid, signCount: credential.counter },
  };
}

/** The new sign count, or null when the response does not come from this credential. */
export async function verifyAuthentication(
  site: WebAuthnSite,
  challenge: string,
  response: object,
  stored: StoredCredential,
  use: Use = "second factor",
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: use === "passkey",
    credential: {
      id: toBase64Url(stored.id),
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64")),
      counter: stored.authenticator.signCount,
    },
  }).catch(refused);
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

/** A response that cannot be read is as good as none. */
const refused = () => ({ verified: false as const, registrationInfo: undefined, authenticationInfo: undefined });
