import type { Sms } from './compose-sms.ts'

export interface SmsHook {
  url: string
  secret: string
  /** Time within which the hook must respond. */
  timeoutMs: number
}

/**
 * Posts an SMS to the hook that sends it: `{ to, text }` as JSON, with the secret as bearer token and the same
 * Idempotency-Key for each retry. Throws unless the hook responds with 2xx in time. Redirects are not followed,
 * because the secret is for this URL only.
 */
export async function postSms(hook: SmsHook, id: string, text: Sms): Promise<void> {
  const response = await fetch(hook.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(hook.timeoutMs),
    headers: {
      authorization: `Bearer ${hook.secret}`,
      'content-type': 'application/json',
      'idempotency-key': id,
    },
    body: JSON.stringify(text),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The SMS hook responded with ${response.status}.`)
}
