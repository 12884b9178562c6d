import { signIns } from '../metrics/metrics.ts'

const WAYS: [RegExp, string][] = [
  [/^\/sign-in\/email$/, 'password'],
  [/^\/sign-up\/email$/, 'sign_up'],
  [/^\/phone-number\/verify$/, 'phone'],
  [/^\/passkey\/verify-authentication$/, 'passkey'],
  [/^\/two-factor\/verify-/, 'second_factor'],
  [/^\/(oauth2\/)?callback\/google$/, 'google'],
  [/^\/(oauth2\/)?callback\/github$/, 'github'],
]

/** Counts what came of a request to the identity provider, if it was to sign in. */
export function countSignIn(path: string, answer: Pick<Response, 'status' | 'headers'>): void {
  const way = WAYS.find(([pattern]) => pattern.test(path))?.[1]
  if (way) signIns.inc({ way, outcome: outcomeOf(answer) })
}

/** Who comes back from a provider is sent on, whatever came of it. */
function outcomeOf({ status, headers }: Pick<Response, 'status' | 'headers'>): string {
  if (status >= 500) return 'failed'
  if (status >= 400) return 'refused'
  return /[?&]error=/.test(headers.get('location') ?? '') ? 'refused' : 'accepted'
}
