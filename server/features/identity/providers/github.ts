import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { Config } from '../../../config.ts'
import { exchangeCode } from './exchange-code.ts'
import { normalizeProfile } from './normalize-profile.ts'

type Log = { warn: (details: object, message: string) => void }

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

/** Sign-in with GitHub by OAuth 2. Reads the profile and the email addresses from GitHub's API. */
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
          fetchFromApi<GithubUser>(config, '/user', accessToken),
          fetchFromApi<GithubEmail[]>(config, '/user/emails', accessToken),
        ])
        if (!Number.isSafeInteger(user.id)) throw new Error('The GitHub user has no id.')
        const primary = emails.find((email) => email.primary)
        return normalizeProfile(
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
        log.warn({ err: error, from: 'github' }, 'could not read a GitHub profile')
        return null
      }
    },
  } satisfies GenericOAuthConfig
}

async function fetchFromApi<Body>(
  { apiUrl, timeoutMs }: NonNullable<Config['github']>,
  path: string,
  token = '',
): Promise<Body> {
  const response = await fetch(`${apiUrl}${path}`, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'freehub',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`${apiUrl}${path} responded with ${response.status}`)
  return (await response.json()) as Body
}
