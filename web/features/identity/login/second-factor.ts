import { type Entry, enter } from './sign-in.ts'

/** What proves it: what the app shows now, or one of the codes that were written down for when it is gone. */
export type Proof = 'app' | 'backup'

const calls: Record<Proof, string> = {
  app: '/api/auth/two-factor/verify-totp',
  backup: '/api/auth/two-factor/verify-backup-code',
}

/** Ends a sign-in that waits for its second factor; throws as signing in does. */
export function enterCode(proof: Proof, code: string): Promise<Entry> {
  return enter(calls[proof], { code: code.replace(/\s/g, '') })
}
