import querystring from 'node:querystring'
import type { Config } from '../../config.ts'

type Rule = [RegExp, string]

/** Patterns of secrets and personal data. */
const PATTERNS: Rule[] = [
  [/:\/\/[^\s/@"]+@/g, '://…@'],
  [/[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[e-mail]'],
  [/\b(?:Bearer|Basic)\s+[\w.+/=~-]+/gi, '[credentials]'],
  [/\b(?:[sr]k_(?:live|test)_|whsec_)\w+/g, '[key]'],
  [/\b(?:pi|seti)_\w+_secret_\w+/g, '[client secret]'],
  // Access tokens, and the secrets of links and sessions.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[token]'],
  [/(?<!\w)(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{32}(?!\w)/g, '[token]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(session[\w-]*=)[^;\s"\\]+/gi, '$1…'],
  [/(?<![\w.])\+\d{7,15}\b/g, '[phone]'],
  [/\?[\w.%[\]-]+=[^\s"\\]*/g, '?…'],
]

/**
 * Returns a function that removes the shop's secrets from a log line, and everything that looks like an e-mail
 * address, phone number, token, key or query. This is the last line of defence.
 */
export function createScrubber(config: Config): (line: string) => string {
  const secrets = secretsOf(config).map((secret) => JSON.stringify(secret).slice(1, -1))
  return (line) => {
    let clean = line
    for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]')
    return scrubPatterns(clean)
  }
}

/** Removes secrets by pattern only, when the settings are not available. */
export function scrubPatterns(line: string): string {
  return PATTERNS.reduce((clean, [shape, instead]) => clean.replace(shape, instead), line)
}

/** Shorter secrets are not replaced, because they may be part of ordinary words. */
const MIN_SECRET_LENGTH = 6

function secretsOf({ stripe, google, github, smsHook, authSecret, ...config }: Config): string[] {
  const urls = [
    config.databaseUrl,
    config.databaseDirectUrl,
    config.databaseReadUrl,
    config.smtpUrl,
  ]
  const secrets = [
    authSecret,
    stripe.secretKey,
    stripe.webhookSecret,
    google?.clientSecret,
    github?.clientSecret,
    smsHook?.secret,
    ...urls.flatMap(passwordIn),
  ]
  return secrets.filter(
    (secret) => secret !== undefined && secret.length >= MIN_SECRET_LENGTH,
  ) as string[]
}

/** Returns the password of a URL, percent-encoded and decoded. */
function passwordIn(url = ''): string[] {
  const written = URL.parse(url)?.password ?? ''
  return [written, querystring.unescape(written)]
}
