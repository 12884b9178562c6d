import { hostnameOf, isLoopback } from './loopback.ts'

/** The app as registered with a sign-in provider. */
export type SignInClient = {
  clientId: string
  clientSecret: string
  /** The allowed redirect URIs, compared exactly. */
  redirectUris: string[]
}

export type SandboxSettings = {
  host: string
  port: number
  smtpPort: number
  dataDir: string
  stripeSecretKey: string
  stripePublishableKey: string
  stripeWebhookSecret: string
  /** The webhook endpoint. Null: events are not sent. */
  stripeWebhookUrl: string | null
  /** The secret that the shop sends with each SMS. */
  smsSecret: string
  google: SignInClient
  github: SignInClient
}

type Environment = Record<string, string | undefined>

/** Reads the settings from the environment. Returns one message for each invalid setting. */
export function readSettings(environment: Environment): SandboxSettings | { errors: string[] } {
  const errors: string[] = []

  const settings = {
    host: readLoopbackHost(),
    port: readPort('SANDBOX_PORT'),
    smtpPort: readPort('SANDBOX_SMTP_PORT'),
    dataDir: readRequired('SANDBOX_DATA_DIR', 'the data folder of the sandbox'),
    stripeSecretKey: readApiKey('SANDBOX_STRIPE_SECRET_KEY', 'sk_test_'),
    stripePublishableKey: readApiKey('SANDBOX_STRIPE_PUBLISHABLE_KEY', 'pk_test_'),
    stripeWebhookSecret: readApiKey('SANDBOX_STRIPE_WEBHOOK_SECRET', 'whsec_'),
    stripeWebhookUrl: readWebhookUrl(),
    smsSecret: readRequired('SANDBOX_SMS_SECRET', 'the secret of the SMS hook'),
    google: readSignInClient('GOOGLE'),
    github: readSignInClient('GITHUB'),
  }
  if (settings.port && settings.port === settings.smtpPort) {
    errors.push('SANDBOX_PORT and SANDBOX_SMTP_PORT must differ.')
  }
  return errors.length ? { errors } : settings

  function readLoopbackHost() {
    const host = environment.SANDBOX_HOST || '127.0.0.1'
    if (!isLoopback(host)) {
      errors.push(`SANDBOX_HOST must be a loopback address such as 127.0.0.1, not "${host}".`)
    }
    return host
  }

  function readPort(name: string) {
    const text = environment[name] ?? ''
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < 1 || number > 65535) {
      errors.push(`${name} must be a port from 1 to 65535, not "${text}".`)
    }
    return number
  }

  function readRequired(name: string, purpose: string) {
    const text = environment[name] ?? ''
    if (!text) errors.push(`${name} is missing. Set it to ${purpose}.`)
    return text
  }

  function readApiKey(name: string, prefix: string) {
    const text = environment[name] ?? ''
    if (!text.startsWith(prefix) || text.length < prefix.length + 8) {
      errors.push(`${name} must be ${prefix} followed by at least 8 characters.`)
    }
    return text
  }

  function readWebhookUrl() {
    const text = environment.SANDBOX_STRIPE_WEBHOOK_URL
    if (!text) return null
    const url = URL.parse(text)
    if (url?.protocol !== 'http:' || !isLoopback(hostnameOf(url.host))) {
      errors.push(`SANDBOX_STRIPE_WEBHOOK_URL must be an http URL on loopback, not "${text}".`)
    }
    return text
  }
  function readSignInClient(provider: string): SignInClient {
    return {
      clientId: readRequired(`SANDBOX_${provider}_CLIENT_ID`, 'the client ID of the app'),
      clientSecret: readRequired(
        `SANDBOX_${provider}_CLIENT_SECRET`,
        'the client secret of the app',
      ),
      redirectUris: readWebUrls(`SANDBOX_${provider}_REDIRECT_URIS`),
    }
  }

  function readWebUrls(name: string) {
    const values = (environment[name] ?? '').split(',').map((text) => text.trim())
    for (const text of values) {
      if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) continue
      errors.push(`${name} must be http or https URLs separated by commas, not "${text}".`)
    }
    return values
  }
}
