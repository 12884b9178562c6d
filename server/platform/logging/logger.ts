import querystring from 'node:querystring'
import type { Writable } from 'node:stream'
import type { Config } from '../../config.ts'

type Rule = [RegExp, string]

/** Patterns of secrets and personal data. */
const PATTERNS: Rule[] = [
  [/:\/\/[^\s/@"]+@/g, '://…@'],
  [/[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[email]'],
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

/** Returns a function that removes the shop's secrets, and texts that look like personal data, from a log line. */
function createScrubber(config: Config): (line: string) => string {
  const secrets = secretsOf(config).map((secret) => JSON.stringify(secret).slice(1, -1))
  return (line) => {
    let clean = line
    for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]')
    return scrubPatterns(clean)
  }
}

/** Removes secrets and personal data by pattern. Needs no settings. */
function scrubPatterns(line: string): string {
  return PATTERNS.reduce(
    (clean, [pattern, replacement]) => clean.replace(pattern, replacement),
    line,
  )
}

/** Minimum length of a secret that the logger removes. A shorter one may be part of an ordinary word. */
const MIN_SECRET_LENGTH = 6

/** Returns the secrets of the settings, and the passwords in their URLs. Leaves out short ones. */
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
  const encoded = URL.parse(url)?.password ?? ''
  return [encoded, querystring.unescape(encoded)]
}

interface Log {
  /** The stream of the log. The default is the standard output. */
  stream?: Writable | undefined
  /** Returns additional fields for each line. */
  fields?: (() => object) | undefined
}

/** Returns the options of the logger: JSON lines without secrets and personal data. */
export function loggerOptions(config: Config, { stream, fields }: Log = {}) {
  return {
    level: config.logLevel,
    serializers: { err: (error: unknown) => cleanError(error) },
    formatters: { level: (level: string) => ({ level }) },
    hooks: { streamWrite: createScrubber(config) },
    ...(fields && { mixin: fields }),
    ...(stream && { stream }),
  }
}

/** Fields of errors that help operators and cannot contain user input. */
const LOGGED_FIELDS = [
  'code',
  'statusCode',
  'severity',
  'table',
  'column',
  'constraint',
  'errno',
  'syscall',
  'address',
  'port',
  'responseCode',
  'command',
  'requestId',
] as const

const MAX_CAUSES = 3
const MAX_ERRORS = 3

interface CleanError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** Converts an error for the log. Removes fields that libraries add, and values that messages quote. */
function cleanError(error: unknown, depth = MAX_CAUSES): CleanError {
  const { stack = '', cause, errors, ...more } = asRecord(error)
  const fields = LOGGED_FIELDS.filter((key) => isTextOrNumber(more[key])).map((key) => [
    key,
    more[key],
  ])
  return {
    type: (error as Partial<object> | undefined)?.constructor?.name ?? typeof error,
    message: messageWithoutValues(error),
    stack: framesOf(String(stack)),
    ...Object.fromEntries(fields),
    ...(cause !== undefined && depth > 0 && { cause: cleanError(cause, depth - 1) }),
    ...(Array.isArray(errors) &&
      depth > 0 && {
        errors: errors.slice(0, MAX_ERRORS).map((one) => cleanError(one, depth - 1)),
      }),
  }
}

/**
 * Returns the fields of an error, with `stack`, `cause` and `errors`, which spreading omits. Returns no fields for a
 * thrown string.
 */
function asRecord(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return typeof error === 'object' ? { ...error } : {}
  const { stack, cause, errors } = error as Partial<AggregateError>
  return { ...error, stack, errors, ...(cause !== undefined && { cause }) }
}

const isTextOrNumber = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/**
 * Returns the message of an error. If PostgreSQL or JSON.parse may quote invalid input in it, removes all between the
 * first and the last quotation mark. The input can contain such marks.
 */
function messageWithoutValues(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof message !== 'string') return 'no message'
  const quotesInput = /^22[0-9A-Z]{3}$/.test(String(code)) || error instanceof SyntaxError
  return quotesInput ? message.replace(/["'‘’“”„«»「」].*["'‘’“”„«»「」]/s, '…') : message
}

/** Returns the frames of a stack without its first lines, which repeat the message. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

/** Logs uncaught errors and exits. Node's own report would print all fields, including personal data. */
export function exitOnUncaughtError(): void {
  process.on('uncaughtException', (error) => {
    console.error(formatFatalError(error))
    process.exit(1)
  })
}

/** Formats an error that ends the process as a log line. Removes secrets and personal data by pattern. */
export function formatFatalError(error: unknown): string {
  const line = { level: 'fatal', time: Date.now(), pid: process.pid, err: cleanError(error) }
  return scrubPatterns(JSON.stringify({ ...line, msg: 'fatal error' }))
}
