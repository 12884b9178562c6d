import path from 'node:path'
import { ConfigError, isLoopback } from '../../server/config.ts'
import type { Secrets } from './secrets.ts'

export type Env = Record<string, string | undefined>

/** Environment of the sandbox process, or undefined if the sandbox replaces no provider. */
export type SandboxEnv = Record<string, string> | undefined

const DEMO_ACCOUNTS = 'admin@freehub.test:sandbox-only,customer@freehub.test:sandbox-only'
const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_API_URL', 'STRIPE_JS_URL']
const GOOGLE_CLIENT_ID = 'sandbox.apps.googleusercontent.com'
const GITHUB_CLIENT_ID = 'Iv1.sandbox'

/**
 * Sets missing settings of the shop to those of the sandbox. Does not replace Google and GitHub if their client id or
 * secret is set, or another provider if any of its settings is set.
 */
export function applySandbox(
  given: Env,
  secrets: Secrets,
  dataDir: string,
): { env: Env; sandbox: SandboxEnv } {
  const { port, host, sandboxPort, smtpPort } = readPorts(given)
  requireLoopback(host)
  refuseProductionSettings(given)
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const isUnset = (names: string[]) => !names.some((name) => given[name])
  const replacesCards = isUnset(STRIPE)
  const replacesMail = isUnset(['SMTP_URL'])
  // The URLs of Google and GitHub do not count, because GitHub Actions always sets GITHUB_API_URL.
  const replacesGoogle = isUnset(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const replacesGithub = isUnset(['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'])
  const replacesSms = isUnset(['SMS_HOOK_URL', 'SMS_HOOK_SECRET'])
  const env = {
    ...given,
    AUTH_SECRET: given.AUTH_SECRET || secrets.AUTH_SECRET,
    STRIPE_WEBHOOK_SECRET: given.STRIPE_WEBHOOK_SECRET || secrets.STRIPE_WEBHOOK_SECRET,
    DEMO_ACCOUNTS: given.DEMO_ACCOUNTS || DEMO_ACCOUNTS,
    ...(replacesCards && {
      STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: secrets.STRIPE_PUBLISHABLE_KEY,
      STRIPE_API_URL: sandboxUrl,
      STRIPE_JS_URL: `${sandboxUrl}/cards/stripe.js`,
    }),
    ...(replacesGoogle &&
      googleSettings(sandboxUrl, GOOGLE_CLIENT_ID, secrets.GOOGLE_CLIENT_SECRET)),
    ...(replacesGithub &&
      githubSettings(sandboxUrl, GITHUB_CLIENT_ID, secrets.GITHUB_CLIENT_SECRET)),
    ...(replacesMail && { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }),
    ...(replacesSms && smsSettings(sandboxUrl, secrets.SMS_HOOK_SECRET)),
    ...((replacesMail || replacesSms) && { INBOX_URL: `${sandboxUrl}/mail` }),
  }
  if (!replacesCards && !replacesMail && !replacesSms && !replacesGoogle && !replacesGithub)
    return { env, sandbox: undefined }
  const sandbox = {
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DATA_DIR: path.join(dataDir, 'sandbox'),
    SANDBOX_STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
    SANDBOX_STRIPE_PUBLISHABLE_KEY: secrets.STRIPE_PUBLISHABLE_KEY,
    SANDBOX_STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
    SANDBOX_STRIPE_WEBHOOK_URL: `http://${formatUrlHost(host)}:${port}/api/webhooks/stripe`,
    SANDBOX_SMS_SECRET: secrets.SMS_HOOK_SECRET,
    SANDBOX_GOOGLE_CLIENT_ID: GOOGLE_CLIENT_ID,
    SANDBOX_GOOGLE_CLIENT_SECRET: secrets.GOOGLE_CLIENT_SECRET,
    SANDBOX_GOOGLE_REDIRECT_URIS: listRedirectUris(given, port, 'google'),
    SANDBOX_GITHUB_CLIENT_ID: GITHUB_CLIENT_ID,
    SANDBOX_GITHUB_CLIENT_SECRET: secrets.GITHUB_CLIENT_SECRET,
    SANDBOX_GITHUB_REDIRECT_URIS: listRedirectUris(given, port, 'github'),
  }
  return { env, sandbox }
}

/** Returns the shop's settings for the sandbox's Google at this URL. */
export function googleSettings(sandboxUrl: string, clientId: string, clientSecret: string) {
  const google = `${sandboxUrl}/google`
  return {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: google,
    GOOGLE_AUTHORIZATION_URL: `${google}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${google}/token`,
    GOOGLE_JWKS_URL: `${google}/oauth2/v3/certs`,
  }
}

/** Returns the shop's settings for the sandbox's GitHub at this URL. */
export function githubSettings(sandboxUrl: string, clientId: string, clientSecret: string) {
  const github = `${sandboxUrl}/github`
  return {
    GITHUB_CLIENT_ID: clientId,
    GITHUB_CLIENT_SECRET: clientSecret,
    GITHUB_AUTHORIZATION_URL: `${github}/login/oauth/authorize`,
    GITHUB_TOKEN_URL: `${github}/login/oauth/access_token`,
    GITHUB_API_URL: `${github}/api`,
  }
}

/** Returns the shop's settings for the sandbox's SMS hook at this URL. */
export function smsSettings(sandboxUrl: string, secret: string) {
  return { SMS_HOOK_URL: `${sandboxUrl}/sms`, SMS_HOOK_SECRET: secret }
}

/**
 * Lists the allowed redirect URIs of a provider: that of PUBLIC_URL, otherwise those of all
 * loopback names.
 */
function listRedirectUris({ PUBLIC_URL }: Env, port: number, provider: string): string {
  const loopback = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)
  return (PUBLIC_URL ? [PUBLIC_URL] : loopback)
    .map((origin) => `${origin}/api/auth/callback/${provider}`)
    .join(',')
}

/** Reads host and ports. An invalid PORT is reported later by the shop's own validation. */
function readPorts(given: Env) {
  const isPort = /^\d{1,5}$/.test(given.PORT ?? '') && Number(given.PORT) <= 65_535
  const port = isPort ? Number(given.PORT) : 3000
  const sandboxPort = Number(given.SANDBOX_PORT || port + 1)
  if (!Number.isInteger(sandboxPort) || sandboxPort < 1 || sandboxPort > 65_534) {
    const problem = given.SANDBOX_PORT ? 'invalid' : `not set, and ${sandboxPort} is too high`
    throw new ConfigError(`SANDBOX_PORT is ${problem}: set a port from 1 to 65534, such as 3001.`)
  }
  const smtpPort = sandboxPort + 1
  if (port === sandboxPort || port === smtpPort) {
    throw new ConfigError(
      `SANDBOX_PORT is invalid: set a port other than PORT (${port}) and ${port - 1}, because the next port is for mail.`,
    )
  }
  return { port, host: given.HOST || '127.0.0.1', sandboxPort, smtpPort }
}

function requireLoopback(host: string): void {
  if (isLoopback(host)) return
  throw new ConfigError(
    `HOST ${host} is reachable from other machines, and the sandbox is for this machine only: set HOST to 127.0.0.1, or NODE_ENV to production with the settings it needs.`,
  )
}

/** Refuses the settings of a shop on the internet, because the passwords of the demo accounts are public. */
function refuseProductionSettings({ DATABASE_URL, PUBLIC_URL }: Env): void {
  if (!DATABASE_URL || !PUBLIC_URL?.startsWith('https:')) return
  throw new ConfigError(
    'The sandbox does not add demo accounts to the database of a shop on the internet: set NODE_ENV=production, or remove PUBLIC_URL or DATABASE_URL.',
  )
}

function formatUrlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
