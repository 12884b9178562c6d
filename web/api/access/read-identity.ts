import { CallError, readProblem } from '../call-error.ts'
import { send } from '../send.ts'
import { readAccessToken } from './access-token.ts'

export const SESSION_QUERY_KEY = ['session']

/** The user of Better Auth's session in this browser. */
export interface Identity {
  email: string
  name: string
  image: string | null
  emailConfirmed: boolean
}

/**
 * Reads Better Auth's session, or null if there is none. Without a session, but with an access token, reads again.
 * Another request may have replaced the session meanwhile.
 */
export async function readIdentity(signal?: AbortSignal): Promise<Identity | null> {
  const identity = await requestIdentity(signal)
  return identity || !readAccessToken() ? identity : requestIdentity(signal)
}

async function requestIdentity(signal?: AbortSignal): Promise<Identity | null> {
  const response = await send('GET', '/api/auth/get-session', { signal })
  if (response.status === 401) return null
  if (!response.ok) throw new CallError(await readProblem(response))
  const session = (await response.json()) as {
    user: Omit<Identity, 'emailConfirmed'> & { emailVerified: boolean }
  } | null
  if (!session) return null
  const { email, name, image, emailVerified } = session.user
  return { email, name, image: image ?? null, emailConfirmed: emailVerified }
}
