import { outcomeOf, type SecurityEvent } from '../../platform/http/security-event.ts'
import { signIns } from '../../platform/metrics/metrics.ts'

type EventName = Pick<SecurityEvent, 'event' | 'signInMethod'>

const signIn = (signInMethod: string): EventName => ({ event: 'sign_in', signInMethod })

const EVENTS: [RegExp, EventName][] = [
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
  [/^\/unlink-account$/, { event: 'provider_unlink' }],
]

interface Response {
  status: number
  /** The code of the refusal, also if the response is a redirect after a sign-in at a provider. */
  code?: string | undefined
  userId?: string | undefined
  event?: string | undefined
}

/** Returns the security event of a request, or undefined if its path has none. Counts sign-ins by outcome. */
export function createIdentityEvent(
  path: string,
  { status, code, userId, event }: Response,
): SecurityEvent | undefined {
  const name: EventName | undefined = event
    ? { event }
    : EVENTS.find(([pattern]) => pattern.test(path))?.[1]
  if (!name) return undefined
  const outcome = code && status < 400 ? 'refused' : outcomeOf(status)
  if (name.signInMethod) signIns.inc({ method: name.signInMethod, outcome })
  return { ...name, outcome, code, userId }
}
