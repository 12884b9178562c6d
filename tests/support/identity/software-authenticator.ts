import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Situation {
  /** The page that asks, as the browser sees it. */
  origin: string
  /** Whose key it is: a host name. */
  rpId?: string
  /** Whether its owner unlocked it, by face, finger or PIN. */
  isUnlocked?: boolean
}

/** A device that keeps one passkey, as WebAuthn level 3 has it: ES256, attesting nothing. */
export function softwareAuthenticator({
  origin,
  rpId = new URL(origin).hostname,
  isUnlocked = true,
}: Situation) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let uses = 0

  /** What a browser sends of a passkey made for these options. */
  function create({ challenge }: { challenge: string }) {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = cbor(
      new Map<string | number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const credential = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, key])
    const attestationObject = cbor(
      new Map<string | number, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Buffer.concat([authenticatorData(HAS_CREDENTIAL), credential])],
      ]),
    )
    return answer({
      clientDataJSON: encode(clientData('webauthn.create', challenge)),
      attestationObject: encode(attestationObject),
      transports: ['internal'],
    })
  }

  /** What a browser sends of this passkey where these options ask for one. */
  function get({ challenge }: { challenge: string }) {
    uses += 1
    const data = authenticatorData(0)
    const client = clientData('webauthn.get', challenge)
    return answer({
      clientDataJSON: encode(client),
      authenticatorData: encode(data),
      signature: encode(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
    })
  }

  function authenticatorData(more: number): Buffer {
    const flags = USER_PRESENT | (isUnlocked ? USER_VERIFIED : 0) | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter])
  }

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function answer(response: object) {
    const extensions = { clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    return { id: encode(id), rawId: encode(id), type: 'public-key', response, ...extensions }
  }

  return { create, get }
}

const encode = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

type Cbor = number | string | Buffer | Map<string | number, Cbor>

/** As much of CBOR (RFC 8949) as a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries: Cbor[] = [...value].flat()
  return Buffer.concat([head(5, value.size), ...entries.map(cbor)])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)])
}
