import { codeOfStep, stepAt } from '../../../server/features/identity/second-factor/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app makes of the QR code of this address: the code of now, or of so many steps later. */
export function scan(totpUri: string) {
  const key = bytesOf(new URL(totpUri).searchParams.get('secret') ?? '')
  return { code: (later = 0) => codeOfStep(key, stepAt(Date.now()) + later) }
}

function bytesOf(base32: string): Uint8Array {
  const bits = [...base32].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/[01]{8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2))
}
