import { outcomeOf, type SecurityEvent } from '../../platform/http/security-event.ts'
import { signIns } from '../../platform/metrics/metrics.ts'

type Named = Pick<SecurityEvent, 'event' | 'way'>

const signIn = (way: string): Named => ({ event: 'sign_in', way })

const EVENTS: [RegExp, Named][] = [
  [/^\/sign-in\/email$/, signIn('password')],
  [/^\/sign-up\/email$/, signIn('sign_up')],
  [/^\/phone-number\/verify$/, signIn('phone')],
  [/^\/passkey\/verify-authentication$/, signIn('passkey')],
  [/^\/two-factor\/verify-/, signIn('second_factor')],
  [/^\/(oauth2\/)?callback\/google$/, signIn('google')],
  [/^\/(oauth2\/)?callback\/github$/, signIn('github')],
  [/^\/sign-out$/, { event: 'sign_out' }],
  [/^\/change-password$/, { event: 'password_change' }],
  [/^\/request-password-reset$/, { event: 'password_reset_request' }],
  [/^\/reset-password$/, { event: 'password_reset' }],
  [/^\/change-email$/, { event: 'email_change' }],
  [/^\/follow-email-link$/, { event: 'email_confirmation' }],
  [/^\/two-factor\/enable$/, { event: 'second_factor_enable' }],
  [/^\/two-factor\/disable$/, { event: 'second_factor_disable' }],
  [/^\/two-factor\/generate-backup-codes$/, { event: 'backup_codes' }],
  [/^\/passkey\/verify-registration$/, { event: 'passkey_add' }],
  [/^\/passkey\/delete-passkey$/, { event: 'passkey_delete' }],
  [/^\/link-social$/, { event: 'provider_link' }],
  [/^\/unlink-account$/, { event: 'provider_unlink' }],
]

/** Names the security event of a request to Better Auth, if it is one, and counts sign-ins. */
export function identityEvent(
  path: string,
  answer: Pick<Response, 'status' | 'headers'>,
  known: { code: string | undefined; userId: string | undefined },
): SecurityEvent | undefined {
  const named = EVENTS.find(([pattern]) => pattern.test(path))?.[1]
  if (!named) return undefined
  const outcome = outcomeOfAnswer(answer)
  if (named.way) signIns.inc({ way: named.way, outcome })
  return { ...named, outcome, ...known }
}

/** A browser that comes back from a provider is redirected, also with an error. */
function outcomeOfAnswer({ status, headers }: Pick<Response, 'status' | 'headers'>) {
  const isError = /[?&]error=/.test(headers.get('location') ?? '')
  return isError && status < 400 ? 'refused' : outcomeOf(status)
}
