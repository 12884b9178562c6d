import { codeOfStep, stepAt } from '../../../server/features/identity/second-factor/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Acts as an authenticator app: returns the code of now, or of `later` time steps from now. */
export function scanQrCode(totpUri: string) {
  const key = decodeBase32(new URL(totpUri).searchParams.get('secret') ?? '')
  return { code: (stepsAhead = 0) => codeOfStep(key, stepAt(Date.now()) + stepsAhead) }
}

function decodeBase32(base32: string): Uint8Array {
  const bits = [...base32].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/[01]{8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2))
}
