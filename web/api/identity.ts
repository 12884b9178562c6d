import { CallError, problemOf } from './call-error.ts'
import { send } from './send.ts'

/** Who the identity provider says this browser is. */
export interface Identity {
  email: string
  name: string
  image: string | null
  emailConfirmed: boolean
}

/** Reads the session at the identity provider; null when there is none. */
export async function readIdentity(signal?: AbortSignal): Promise<Identity | null> {
  const response = await send('GET', '/api/auth/get-session', { signal })
  if (response.status === 401) return null
  if (!response.ok) throw new CallError(await problemOf(response))
  const session = (await response.json()) as {
    user: Omit<Identity, 'emailConfirmed'> & { emailVerified: boolean }
  } | null
  if (!session) return null
  const { email, name, image, emailVerified } = session.user
  return { email, name, image: image ?? null, emailConfirmed: emailVerified }
}
