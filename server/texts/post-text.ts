import type { Text } from './compose-text.ts'

const TIMEOUT_MS = 10_000

export interface TextHook {
  url: string
  secret: string
}

/**
 * Hands a text to the hook that sends it: `{ to, text }` as JSON, the secret as a bearer token, the
 * same Idempotency-Key at each try. Throws unless it answers 2xx within ten seconds. It is not
 * followed elsewhere: the secret is for this address alone.
 */
export async function postText(
  hook: TextHook,
  id: string,
  text: Text,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const response = await fetch(hook.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
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
