import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface AuthenticatorOptions {
  /** Origin of the page. */
  origin: string
  /** The relying party: a host name. The default is the host name of the origin. */
  rpId?: string
  /** True if the user was verified by face, fingerprint or PIN. */
  isUnlocked?: boolean
}

/** A WebAuthn level 3 authenticator with one passkey: ES256, no attestation. */
export function createSoftwareAuthenticator({
  origin,
  rpId = new URL(origin).hostname,
  isUnlocked = true,
}: AuthenticatorOptions) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let uses = 0

  /** Returns the registration that a browser sends for these options. */
  function create({ challenge }: { challenge: string }) {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // The COSE key (RFC 9053): type EC2, algorithm ES256, curve P-256, x and y.
    const key = encodeCbor(
      new Map<string | number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const credential = Buffer.concat([Buffer.alloc(16), encodeUint16(id.length), id, key])
    const attestationObject = encodeCbor(
      new Map<string | number, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Buffer.concat([authenticatorData(HAS_CREDENTIAL), credential])],
      ]),
    )
    return buildCredential({
      clientDataJSON: encode(clientData('webauthn.create', challenge)),
      attestationObject: encode(attestationObject),
      transports: ['internal'],
    })
  }

  /** Returns the assertion that a browser sends for these options. */
  function get({ challenge }: { challenge: string }) {
    uses += 1
    const data = authenticatorData(0)
    const client = clientData('webauthn.get', challenge)
    return buildCredential({
      clientDataJSON: encode(client),
      authenticatorData: encode(data),
      signature: encode(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
    })
  }

  function authenticatorData(extraFlags: number): Buffer {
    const flags = USER_PRESENT | (isUnlocked ? USER_VERIFIED : 0) | extraFlags
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter])
  }

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function buildCredential(response: object) {
    const extensions = { clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    return { id: encode(id), rawId: encode(id), type: 'public-key', response, ...extensions }
  }

  return { create, get }
}

const encode = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

function encodeUint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

type Cbor = number | string | Buffer | Map<string | number, Cbor>

/** Encodes the part of CBOR (RFC 8949) that a passkey needs. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([encodeHead(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value])
  const entries: Cbor[] = [...value].flat()
  return Buffer.concat([encodeHead(5, value.size), ...entries.map(encodeCbor)])
}

function encodeHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), encodeUint16(value)])
}
