import path from 'node:path'
import { ConfigError, isLoopback } from '../../server/config.ts'
import type { Secrets } from './secrets.ts'

export type Env = Record<string, string | undefined>

/** What the sandbox child is told, or undefined where nothing has to be stood in for. */
export type SandboxEnv = Record<string, string> | undefined

const DEMO_ACCOUNTS = 'admin@freehub.test:sandbox-only,customer@freehub.test:sandbox-only'
const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_API_URL', 'STRIPE_JS_URL']
const GOOGLE_CLIENT_ID = 'sandbox.apps.googleusercontent.com'
const GITHUB_CLIENT_ID = 'Iv1.sandbox'

/**
 * The shop's settings with those of the sandbox in the places that are empty. A provider of which
 * the person has set anything is not stood in for.
 */
export function withSandbox(
  given: Env,
  secrets: Secrets,
  dataDir: string,
): { env: Env; sandbox: SandboxEnv } {
  const { port, host, sandboxPort, smtpPort } = portsOf(given)
  refuseOpenHost(host)
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const isFree = (names: string[]) => !names.some((name) => given[name])
  const cards = isFree(STRIPE)
  const mail = isFree(['SMTP_URL'])
  // Only the keys tell: runners of GitHub's own set GITHUB_API_URL for everybody.
  const google = isFree(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const github = isFree(['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'])
  const texts = isFree(['SMS_HOOK_URL', 'SMS_HOOK_SECRET'])
  const env = {
    ...given,
    AUTH_SECRET: given.AUTH_SECRET || secrets.AUTH_SECRET,
    STRIPE_WEBHOOK_SECRET: given.STRIPE_WEBHOOK_SECRET || secrets.STRIPE_WEBHOOK_SECRET,
    DEMO_ACCOUNTS: given.DEMO_ACCOUNTS || DEMO_ACCOUNTS,
    ...(cards && {
      STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: secrets.STRIPE_PUBLISHABLE_KEY,
      STRIPE_API_URL: sandboxUrl,
      STRIPE_JS_URL: `${sandboxUrl}/cards/stripe.js`,
    }),
    ...(google && googleAt(sandboxUrl, GOOGLE_CLIENT_ID, secrets.GOOGLE_CLIENT_SECRET)),
    ...(github && githubAt(sandboxUrl, GITHUB_CLIENT_ID, secrets.GITHUB_CLIENT_SECRET)),
    ...(mail && { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }),
    ...(texts && textsAt(sandboxUrl, secrets.SMS_HOOK_SECRET)),
    ...((mail || texts) && { INBOX_URL: `${sandboxUrl}/mail` }),
  }
  if (!cards && !mail && !texts && !google && !github) return { env, sandbox: undefined }
  const sandbox = {
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DATA_DIR: path.join(dataDir, 'sandbox'),
    SANDBOX_STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
    SANDBOX_STRIPE_PUBLISHABLE_KEY: secrets.STRIPE_PUBLISHABLE_KEY,
    SANDBOX_STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
    SANDBOX_STRIPE_WEBHOOK_URL: `http://${inUrl(host)}:${port}/api/webhooks/stripe`,
    SANDBOX_TEXT_SECRET: secrets.SMS_HOOK_SECRET,
    SANDBOX_GOOGLE_CLIENT_ID: GOOGLE_CLIENT_ID,
    SANDBOX_GOOGLE_CLIENT_SECRET: secrets.GOOGLE_CLIENT_SECRET,
    SANDBOX_GOOGLE_REDIRECT_URIS: redirectUris(given, port, 'google'),
    SANDBOX_GITHUB_CLIENT_ID: GITHUB_CLIENT_ID,
    SANDBOX_GITHUB_CLIENT_SECRET: secrets.GITHUB_CLIENT_SECRET,
    SANDBOX_GITHUB_REDIRECT_URIS: redirectUris(given, port, 'github'),
  }
  return { env, sandbox }
}

/** The shop's settings for a Google that stands at this address. */
export function googleAt(sandboxUrl: string, clientId: string, clientSecret: string) {
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

/** The shop's settings for a GitHub that stands at this address. */
export function githubAt(sandboxUrl: string, clientId: string, clientSecret: string) {
  const github = `${sandboxUrl}/github`
  return {
    GITHUB_CLIENT_ID: clientId,
    GITHUB_CLIENT_SECRET: clientSecret,
    GITHUB_AUTHORIZATION_URL: `${github}/login/oauth/authorize`,
    GITHUB_TOKEN_URL: `${github}/login/oauth/access_token`,
    GITHUB_API_URL: `${github}/api`,
  }
}

/** The shop's settings for a hook for texts that stands at this address. */
export function textsAt(sandboxUrl: string, secret: string) {
  return { SMS_HOOK_URL: `${sandboxUrl}/texts`, SMS_HOOK_SECRET: secret }
}

/** Where a provider may send people back to: wherever they may have come from. */
function redirectUris({ PUBLIC_URL }: Env, port: number, provider: string): string {
  const own = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)
  return (PUBLIC_URL ? [PUBLIC_URL] : own)
    .map((origin) => `${origin}/api/auth/callback/${provider}`)
    .join(',')
}

/** Where everything listens. A wrong PORT is left for the shop's own check to name. */
function portsOf(given: Env) {
  const port = /^\d{1,5}$/.test(given.PORT ?? '') ? Number(given.PORT) : 3000
  const sandboxPort = Number(given.SANDBOX_PORT || port + 1)
  if (!Number.isInteger(sandboxPort) || sandboxPort < 1 || sandboxPort > 65_534) {
    throw new ConfigError('SANDBOX_PORT is wrong: write a port from 1 to 65534, such as 3001.')
  }
  return { port, host: given.HOST || '127.0.0.1', sandboxPort, smtpPort: sandboxPort + 1 }
}

function refuseOpenHost(host: string): void {
  if (isLoopback(host)) return
  throw new ConfigError(
    `HOST ${host} can be reached by others, and the sandbox is for this machine alone: leave HOST at 127.0.0.1, or set NODE_ENV=production with the settings that it needs.`,
  )
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
