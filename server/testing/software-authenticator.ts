// A security key in software, for tests: makes ES256 credentials and signs with them as a browser would report it.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

function encode(value: Cbor): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [encode(key), encode(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64Url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #count = 0;
  #userHandle: string | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #authData(rpId: string, attested?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((this.#count += 1));
    const flags = Buffer.from([attested ? 0x45 : 0x05]);
    return Buffer.concat([sha256(rpId), flags, counter, attested ?? Buffer.alloc(0)]);
  }

  create(options: { challenge: string; rp: { id?: string | undefined }; user?: { id: string } }) {
    this.#userHandle = options.user?.id;
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const key = encode(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, "base64url")],
        [-3, Buffer.from(y!, "base64url")],
      ]),
    );
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, key]);
    const attestation = encode(
      new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", this.#authData(options.rp.id ?? "", attested)],
      ]),
    );
    return this.#answer({
      clientDataJSON: base64Url(this.#clientData("webauthn.create", options.challenge)),
      attestationObject: base64Url(attestation),
      transports: ["internal"],
    });
  }

  get(options: { challenge: string; rpId?: string | undefined }) {
    const clientData = this.#clientData("webauthn.get", options.challenge);
    const authenticatorData = this.#authData(options.rpId ?? "");
    const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: base64Url(clientData),
      authenticatorData: base64Url(authenticatorData),
      signature: base64Url(signature),
      ...(this.#userHandle !== undefined && { userHandle: this.#userHandle }),
    });
  }

  #answer<Response>(response: Response) {
    const id = base64Url(this.#id);
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }
}
