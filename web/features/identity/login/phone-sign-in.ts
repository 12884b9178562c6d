import { callAuthApi, requireStorage, type SignInResult, signIn } from './sign-in.ts'

/** Requests a code by SMS for a normalized number. The response does not reveal whether an account uses it. */
export async function sendSmsCode(phoneNumber: string): Promise<void> {
  requireStorage()
  await callAuthApi('/api/auth/phone-number/send-otp', { phoneNumber })
}

/** Signs in with the code from the SMS. Throws like `signIn`. */
export function signInWithSmsCode(phoneNumber: string, code: string): Promise<SignInResult> {
  return signIn('/api/auth/phone-number/verify', { phoneNumber, code: code.replace(/\s/g, '') })
}
