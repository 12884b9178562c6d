import { hostnameOf, isLoopback } from './loopback.ts'

/** An app as the sign-in providers know it. */
export type SignInClient = {
  clientId: string
  clientSecret: string
  /** Where people may be sent back to, letter for letter. */
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
  /** Where events are posted; null leaves them to be fetched from /v1/events. */
  stripeWebhookUrl: string | null
  /** By which a shop proves itself where it posts texts. */
  textSecret: string
  google: SignInClient
  github: SignInClient
}

type Environment = Record<string, string | undefined>

/**
 * Reads the sandbox's settings from the environment. Every mistake is named in one sentence that
 * says what to write instead.
 */
export function readSettings(environment: Environment): SandboxSettings | { mistakes: string[] } {
  const mistakes: string[] = []

  const settings = {
    host: loopbackHost(),
    port: port('SANDBOX_PORT'),
    smtpPort: port('SANDBOX_SMTP_PORT'),
    dataDir: required('SANDBOX_DATA_DIR', 'the folder that keeps what the sandbox knows'),
    stripeSecretKey: key('SANDBOX_STRIPE_SECRET_KEY', 'sk_test_'),
    stripePublishableKey: key('SANDBOX_STRIPE_PUBLISHABLE_KEY', 'pk_test_'),
    stripeWebhookSecret: key('SANDBOX_STRIPE_WEBHOOK_SECRET', 'whsec_'),
    stripeWebhookUrl: webhookUrl(),
    textSecret: required(
      'SANDBOX_TEXT_SECRET',
      'what the shop proves itself by when it posts texts',
    ),
    google: signInClient('GOOGLE'),
    github: signInClient('GITHUB'),
  }
  if (settings.port && settings.port === settings.smtpPort) {
    mistakes.push('SANDBOX_PORT and SANDBOX_SMTP_PORT must differ.')
  }
  return mistakes.length ? { mistakes } : settings

  function loopbackHost() {
    const host = environment.SANDBOX_HOST || '127.0.0.1'
    if (!isLoopback(host)) {
      mistakes.push(`SANDBOX_HOST must be a loopback address such as 127.0.0.1, not "${host}".`)
    }
    return host
  }

  function port(name: string) {
    const text = environment[name] ?? ''
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < 1 || number > 65535) {
      mistakes.push(`${name} must be a port from 1 to 65535, not "${text}".`)
    }
    return number
  }

  function required(name: string, what: string) {
    const text = environment[name] ?? ''
    if (!text) mistakes.push(`${name} is missing: ${what}.`)
    return text
  }

  function key(name: string, prefix: string) {
    const text = environment[name] ?? ''
    if (!text.startsWith(prefix) || text.length < prefix.length + 8) {
      mistakes.push(`${name} must begin with ${prefix} and go on for at least 8 characters.`)
    }
    return text
  }

  function webhookUrl() {
    const text = environment.SANDBOX_STRIPE_WEBHOOK_URL
    if (!text) return null
    const url = URL.parse(text)
    if (url?.protocol !== 'http:' || !isLoopback(hostnameOf(url.host))) {
      mistakes.push(
        `SANDBOX_STRIPE_WEBHOOK_URL must be an http address on loopback, not "${text}".`,
      )
    }
    return text
  }
  function signInClient(provider: string): SignInClient {
    return {
      clientId: required(`SANDBOX_${provider}_CLIENT_ID`, 'what the app calls itself'),
      clientSecret: required(`SANDBOX_${provider}_CLIENT_SECRET`, 'what the app proves itself by'),
      redirectUris: webAddresses(`SANDBOX_${provider}_REDIRECT_URIS`),
    }
  }

  function webAddresses(name: string) {
    const texts = (environment[name] ?? '').split(',').map((text) => text.trim())
    for (const text of texts) {
      if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) continue
      mistakes.push(
        `${name} must be http or https addresses with commas between them, not "${text}".`,
      )
    }
    return texts
  }
}
