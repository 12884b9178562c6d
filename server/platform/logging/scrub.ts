import querystring from 'node:querystring'
import type { Config } from '../../config.ts'

type Rule = [RegExp, string]

/** What no line may tell, by its shape. */
const SHAPES: Rule[] = [
  [/:\/\/[^\s/@"]+@/g, '://…@'],
  [/[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[e-mail]'],
  [/\b(?:Bearer|Basic)\s+[\w.+/=~-]+/gi, '[credentials]'],
  [/\b(?:[sr]k_(?:live|test)_|whsec_)\w+/g, '[key]'],
  [/\b(?:pi|seti)_\w+_secret_\w+/g, '[client secret]'],
  // Access tokens, links' and sessions' secrets.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[token]'],
  [/(?<!\w)(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{32}(?!\w)/g, '[token]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(session[\w-]*=)[^;\s"\\]+/gi, '$1…'],
  [/(?<![\w.])\+\d{7,15}\b/g, '[phone]'],
  [/\?[\w.%[\]-]+=[^\s"\\]*/g, '?…'],
]

/**
 * Takes out of a line of the log what must not be in it: the shop's own secrets, and whatever looks like
 * an e-mail, a phone number, a token, a key or a query. The last door, for what came through the others.
 */
export function scrubber(config: Config): (line: string) => string {
  const secrets = secretsOf(config).map((secret) => JSON.stringify(secret).slice(1, -1))
  return (line) => {
    let clean = line
    for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]')
    return scrubShapes(clean)
  }
}

/** The same where the shop's own secrets are not known. */
export function scrubShapes(line: string): string {
  return SHAPES.reduce((clean, [shape, instead]) => clean.replace(shape, instead), line)
}

/** So short a word may be part of any other. */
const SHORT = 6

function secretsOf({ stripe, google, github, textHook, authSecret, ...config }: Config): string[] {
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
    textHook?.secret,
    ...urls.flatMap(passwordIn),
  ]
  return secrets.filter((secret) => secret !== undefined && secret.length >= SHORT) as string[]
}

/** As it is written in the address, and as it is meant. */
function passwordIn(url = ''): string[] {
  const written = URL.parse(url)?.password ?? ''
  return [written, querystring.unescape(written)]
}
