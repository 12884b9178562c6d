import type { Text } from './compose-text.ts'

export interface TextHook {
  url: string
  secret: string
  /** What it must answer within. */
  timeoutMs: number
}

/**
 * Hands a text to the hook that sends it: `{ to, text }` as JSON, the secret as a bearer token, the
 * same Idempotency-Key at each try. Throws unless it answers 2xx in its time. It is not
 * followed elsewhere: the secret is for this address alone.
 */
export async function postText(hook: TextHook, id: string, text: Text): Promise<void> {
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
  if (!response.ok) throw new Error(`The text hook answered ${response.status}.`)
}
