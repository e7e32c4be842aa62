/** A software authenticator: one key that answers WebAuthn challenges as a browser and its device would. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** Bytes as options carry them: base64url where they are JSON, a buffer where the client has read them for the browser. */
type Bytes = string | BufferSource;

function read(bytes: Bytes): Buffer {
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64url');
  return ArrayBuffer.isView(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(bytes);
}

const present = 0x01;
const verified = 0x04;
const attested = 0x40;

export class Device {
  readonly #key: KeyObject;
  readonly #point: { x: Buffer; y: Buffer };
  readonly #id: Buffer;
  readonly #origin: string;
  #owner: Uint8Array = new Uint8Array();
  /** The counter of the next assertion. */
  counter = 1;

  /** `address`: the page's address. */
  constructor(address: string) {
    this.#origin = new URL(address).origin;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = pair.publicKey.export({ format: 'jwk' });
    this.#key = pair.privateKey;
    this.#point = { x: read(jwk.x ?? ''), y: read(jwk.y ?? '') };
    this.#id = sha256(this.#point.x);
  }

  /** `navigator.credentials.create()`, as JSON. */
  create(options: { challenge: Bytes; user: { id: Bytes } }) {
    this.#owner = read(options.user.id);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const data = Buffer.concat([this.#data(attested), Buffer.alloc(16), length, this.#id, this.#coseKey()]);
    length.writeUInt16BE(data.length);
    // {"fmt": "none", "attStmt": {}, "authData": data} as CBOR.
    const head = Buffer.from('\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59', 'latin1');
    return {
      ...this.#named(),
      response: {
        attestationObject: base64url(Buffer.concat([head, length, data])),
        clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge)),
        transports: ['internal' as const],
      },
    };
  }

  /** `navigator.credentials.get()`, as JSON. Increments the counter. */
  get(options: { challenge: Bytes }) {
    this.counter += 1;
    const data = this.#data(0);
    const clientData = this.#clientData('webauthn.get', options.challenge);
    const message = Buffer.concat([data, sha256(clientData)]);
    return {
      ...this.#named(),
      response: {
        authenticatorData: base64url(data),
        clientDataJSON: base64url(clientData),
        signature: base64url(sign('sha256', message, this.#key)),
        userHandle: base64url(this.#owner),
      },
    };
  }

  #named() {
    const id = base64url(this.#id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #data(more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([present | verified | more]), counter]);
  }

  #clientData(type: string, challenge: Bytes): Buffer {
    const data = { type, challenge: base64url(read(challenge)), origin: this.#origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} as CBOR (RFC 9053). */
  #coseKey(): Buffer {
    const { x, y } = this.#point;
    const bytes = (hex: string) => Buffer.from(hex, 'hex');
    return Buffer.concat([bytes('a5010203262001215820'), x, bytes('225820'), y]);
  }
}
