import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { Config } from '../../../config.ts'
import { exchangeCode } from './exchange-code.ts'
import { personOf } from './person.ts'

type Log = { warn: (about: object, message: string) => void }

interface GithubUser {
  id: number
  login: string
  name: string | null
  avatar_url: string
}

interface GithubEmail {
  email: string
  primary: boolean
  verified: boolean
}

/** GitHub by OAuth 2: who somebody is stands in its API, his e-mail in a list of its own. */
export function github(config: NonNullable<Config['github']>, log: Log) {
  const { clientId, clientSecret, authorizationUrl, tokenUrl } = config

  return {
    providerId: 'github',
    clientId,
    clientSecret,
    authorizationUrl,
    tokenUrl,
    scopes: ['read:user', 'user:email'],
    getToken: (grant) => exchangeCode(config, grant),
    async getUserInfo({ accessToken }) {
      try {
        const [user, emails] = await Promise.all([
          read<GithubUser>(config, '/user', accessToken),
          read<GithubEmail[]>(config, '/user/emails', accessToken),
        ])
        if (!Number.isSafeInteger(user.id)) throw new Error('a user without an id')
        const primary = emails.find((one) => one.primary)
        return personOf(
          {
            id: String(user.id),
            email: primary?.email,
            emailVerified: primary?.verified === true,
            name: user.name || user.login,
            image: user.avatar_url,
          },
          config.apiUrl,
        )
      } catch (error) {
        log.warn({ err: error, from: 'github' }, 'a profile could not be read')
        return null
      }
    },
  } satisfies GenericOAuthConfig
}

async function read<Answer>(
  { apiUrl, timeoutMs }: NonNullable<Config['github']>,
  path: string,
  token = '',
): Promise<Answer> {
  const response = await fetch(`${apiUrl}${path}`, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'freehub',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`${apiUrl}${path} answered ${response.status}`)
  return (await response.json()) as Answer
}
