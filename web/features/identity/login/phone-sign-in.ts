import { askIdentity, type Entry, enter, requireStorage } from './sign-in.ts'

/** Asks for a code by text. Whether anybody signs in with this number, in its normal form, is not said. */
export async function sendTextCode(phoneNumber: string): Promise<void> {
  requireStorage()
  await askIdentity('/api/auth/phone-number/send-otp', { phoneNumber })
}

/** Signs in with the code of a text; throws as signing in does. */
export function signInWithTextCode(phoneNumber: string, code: string): Promise<Entry> {
  return enter('/api/auth/phone-number/verify', { phoneNumber, code: code.replace(/\s/g, '') })
}
