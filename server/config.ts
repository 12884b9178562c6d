import { BlockList, isIP } from 'node:net'
import { contactDetails } from '@freehub/contract/contact-details'
import { z } from 'zod'
import {
  limitSettings,
  limitsOf,
  wholeNumber,
  wholeNumberWithoutDefault,
} from './limit-settings.ts'
import { type Env, readSettingFiles } from './setting-files.ts'

/** An error that the operator can fix in the settings. States each wrong setting with the expected value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** A string that matches the pattern. The error contains the hint, even if the setting is missing. */
const matching = (pattern: RegExp, hint: string) => z.string(hint).regex(pattern, hint)

/** A URL with one of these protocols. The error contains the hint. */
const url = (protocols: string[], hint: string) =>
  z
    .string(hint)
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), hint)

/** An HTTP or HTTPS URL, by default `fallback`. */
const endpoint = (fallback: string) =>
  url(['http:', 'https:'], `write a URL such as ${fallback}`).default(fallback)

const databaseUrl = url(
  ['postgres:', 'postgresql:'],
  'write postgresql://user:password@host:5432/database',
)

const collector = url(['http:', 'https:'], 'write a URL such as http://localhost:4318')

const MAIL_FROM_HINT = 'write the sender of mails, such as Freehub <orders@shop.example>'

const shape = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'write production or development')
    .default('development'),
  PORT: wholeNumber(3000, 1, 65_535, 'write a port from 1 to 65535, such as 3000'),
  HOST: z.string().min(1, 'write an IP address such as 127.0.0.1').default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'write the public origin, such as https://shop.example')
    .optional(),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_PREPARED: z.enum(['on', 'off'], 'write on or off').default('on'),
  MIGRATE: z.enum(['on', 'off'], 'write on or off').default('on'),
  WORKERS: wholeNumber(1, 1, 64, 'write the number of processes, from 1 to 64'),
  WORKER_STUCK_SECONDS: wholeNumber(15, 2, 600),
  METRICS_PORT: wholeNumberWithoutDefault(
    1,
    65_535,
    'write a port from 1 to 65535, such as 9464',
  ).optional(),
  METRICS_HOST: z.string().min(1, 'write an IP address such as 127.0.0.1').default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: limitSettings.OTEL_EXPORTER_OTLP_TIMEOUT.unwrap().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  AUTH_SECRET: matching(/^.{32}/s, 'write at least 32 random characters'),
  STRIPE_SECRET_KEY: matching(
    /^(sk|rk)_/,
    'write the key from the Stripe dashboard that begins with sk_',
  ),
  STRIPE_PUBLISHABLE_KEY: matching(
    /^pk_/,
    'write the key from the Stripe dashboard that begins with pk_',
  ),
  STRIPE_WEBHOOK_SECRET: matching(
    /^whsec_/,
    'write the webhook secret from the Stripe dashboard, whsec_…',
  ),
  STRIPE_API_URL: endpoint('https://api.stripe.com'),
  STRIPE_JS_URL: endpoint('https://js.stripe.com/v3/'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_AUTHORIZATION_URL: endpoint('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: endpoint('https://oauth2.googleapis.com/token'),
  GOOGLE_JWKS_URL: endpoint('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_ISSUER: endpoint('https://accounts.google.com'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_AUTHORIZATION_URL: endpoint('https://github.com/login/oauth/authorize'),
  GITHUB_TOKEN_URL: endpoint('https://github.com/login/oauth/access_token'),
  GITHUB_API_URL: endpoint('https://api.github.com'),
  SMTP_URL: url(['smtp:', 'smtps:'], 'write smtp://user:password@host:587'),
  MAIL_FROM: z.string().min(3, MAIL_FROM_HINT).default('Freehub <orders@freehub.example>'),
  SMS_HOOK_URL: url(
    ['http:', 'https:'],
    'write the URL that sends SMS, such as https://sms.example/send',
  ).optional(),
  SMS_HOOK_SECRET: z.string().min(16, 'write at least 16 random characters').optional(),
  INBOX_URL: url(['http:', 'https:'], 'write the URL of the sandbox inbox').optional(),
  DEMO_ACCOUNTS: z
    .string()
    .regex(/^[^:,]+:[^:,]+(,[^:,]+:[^:,]+)*$/, 'write email:password pairs, with commas between')
    .optional(),
  LOCAL_CURRENCY_RATE: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'write how many tk a dollar is, such as 122')
    .transform(Number)
    .refine((rate) => rate > 0, 'write how many tk a dollar is, such as 122')
    .default(122),
  RESERVATION_HOURS: wholeNumber(72, 1, 8760),
  UNPAID_ORDERS_MAX: wholeNumber(20, 1, 100_000),
  PASSWORD_HASHING: z.enum(['strong', 'fast'], 'write strong or fast').default('strong'),
  REVIEW_BURST_MAX: wholeNumber(20, 1, 100_000),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], 'write required or optional').optional(),
  ADMIN_SECOND_FACTOR_GRACE_DAYS: wholeNumber(14, 0, 365),
  UNCONFIRMED_UNPAID_ORDERS_MAX: wholeNumber(1, 1, 100_000),
  UNCONFIRMED_RESERVATION_MINUTES: wholeNumber(60, 1, 525_600),
  UNCONFIRMED_ORDERS_PER_DAY_MAX: wholeNumber(5, 1, 100_000),
  NEW_CUSTOMER_UNPAID_VALUE_MAX: wholeNumber(
    50_000,
    1,
    999_999_999,
    'write whole dollars, such as 50000',
  ),
  NEW_CUSTOMER_STOCK_SHARE_PERCENT: wholeNumber(50, 1, 100, 'write a percentage from 1 to 100'),
  SIGN_UPS_PER_NETWORK_MAX: wholeNumber(50, 1, 1_000_000),
  MAKER_NAME: z.string().max(100, 'write at most 100 characters').default(contactDetails.name),
  MAKER_ADDRESS: z.string().max(300, 'write at most 300 characters').optional(),
  MAKER_TAX_ID: z.string().max(60, 'write at most 60 characters').optional(),
  MAKER_ORIGIN: z.string().max(60, 'write at most 60 characters').optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (text) => splitList(text).every(isIpOrCidr),
      'write IP addresses or networks, such as 10.0.0.1,192.168.0.0/16, with commas between',
    )
    .optional(),
  ...limitSettings,
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'write one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
}

const settings = z.object(shape).refine(
  ({ PORT, HOST, METRICS_PORT, METRICS_HOST }) => {
    const isShared = [HOST, METRICS_HOST].some((host) => isInList(unspecified, host))
    return PORT !== METRICS_PORT || (HOST !== METRICS_HOST && !isShared)
  },
  { path: ['METRICS_PORT'], message: 'write another port than PORT' },
)

/** The environment variables of all settings. */
export const settingNames = Object.keys(shape)

function isOrigin(text: string): boolean {
  return (
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
  )
}

/** Accepts an IP address or a CIDR network. Rejects a prefix of 0, which would trust every IP address. */
function isIpOrCidr(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits)
}

function splitList(text: string): string[] {
  return text.split(',').map((one) => one.trim())
}

export type Config = ReturnType<typeof readConfig>

/**
 * Returns the environment with each `<name>_FILE` replaced by `<name>` and the content of that file. Throws a
 * ConfigError if a file cannot be read, if `<name>` and `<name>_FILE` are both set, or if NODE_ENV is invalid.
 */
export function withSettingFiles(given: Env): Env {
  const { env, errors } = readSettingFiles(given, settingNames)
  const { error } = shape.NODE_ENV.safeParse(env.NODE_ENV || undefined)
  if (error) errors.push(`NODE_ENV is wrong: ${error.issues[0]?.message}.`)
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  return env
}

/** Reads all settings. Treats an empty setting as not set. Throws a ConfigError that lists all invalid settings. */
export function readConfig(given: Env) {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const files = readSettingFiles(filled, settingNames)
  const env: Env = files.env
  const { success, data, error } = settings.safeParse(env)
  const production = env.NODE_ENV === 'production'
  const invalid = [
    ...(error?.issues.map(formatIssue(env)) ?? []),
    ...findHalfSetPairs(env),
    ...(production ? findProductionErrors(env) : []),
  ]
  // `files.errors` already reports a setting whose file cannot be read.
  const isReported = (message: string) =>
    files.unreadableNames.some((name) => message.startsWith(`${name} is not set`))
  const errors = [...files.errors, ...invalid.filter((message) => !isReported(message))]
  if (!success || errors.length > 0) throw new ConfigError(errors.join('\n'))
  const limits = limitsOf({
    ...data,
    OTEL_EXPORTER_OTLP_TIMEOUT:
      data.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? data.OTEL_EXPORTER_OTLP_TIMEOUT,
  })
  return {
    production,
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL,
    /** The origin of the shop's URLs for users. Links in mails begin with it. */
    origin: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    databaseUrl: data.DATABASE_URL,
    /** The database URL without a pooler, for work that needs its own session, such as LISTEN and migrations. */
    databaseDirectUrl: data.DATABASE_DIRECT_URL ?? data.DATABASE_URL,
    /** The URL of the replica for catalog reads. */
    databaseReadUrl: data.DATABASE_READ_URL,
    /** False if a pooler does not support prepared statements. */
    databasePrepared: data.DATABASE_PREPARED === 'on',
    /** False: the shop waits until another process has migrated the database. */
    migrates: data.MIGRATE === 'on',
    /** The number of processes that share the port. */
    workers: data.WORKERS,
    /** The time after which the supervisor replaces a worker process with a blocked event loop. */
    workerStuckSeconds: data.WORKER_STUCK_SECONDS,
    /** The IP address and port on which Prometheus reads metrics, if metrics are on. */
    metrics: data.METRICS_PORT ? { port: data.METRICS_PORT, host: data.METRICS_HOST } : undefined,
    /** The URL of the trace collector, if tracing is on. */
    tracesUrl: readTracesUrl(data),
    authSecret: data.AUTH_SECRET,
    stripe: {
      secretKey: data.STRIPE_SECRET_KEY,
      publishableKey: data.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: data.STRIPE_WEBHOOK_SECRET,
      apiUrl: data.STRIPE_API_URL,
      jsUrl: data.STRIPE_JS_URL,
      timeoutMs: limits.stripeMs,
      calls: limits.stripeCalls,
    },
    google: readSignInProvider(data.GOOGLE_CLIENT_ID, data.GOOGLE_CLIENT_SECRET, {
      authorizationUrl: data.GOOGLE_AUTHORIZATION_URL,
      tokenUrl: data.GOOGLE_TOKEN_URL,
      jwksUrl: data.GOOGLE_JWKS_URL,
      issuer: data.GOOGLE_ISSUER,
      timeoutMs: limits.signInMs,
    }),
    github: readSignInProvider(data.GITHUB_CLIENT_ID, data.GITHUB_CLIENT_SECRET, {
      authorizationUrl: data.GITHUB_AUTHORIZATION_URL,
      tokenUrl: data.GITHUB_TOKEN_URL,
      apiUrl: data.GITHUB_API_URL,
      timeoutMs: limits.signInMs,
    }),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    /** The hook that sends SMS. Without it, sign-in by phone is off. */
    smsHook:
      data.SMS_HOOK_URL && data.SMS_HOOK_SECRET
        ? {
            url: data.SMS_HOOK_URL,
            secret: data.SMS_HOOK_SECRET,
            timeoutMs: limits.smsHookMs,
          }
        : undefined,
    inboxUrl: data.INBOX_URL,
    demoAccounts: readAccounts(data.DEMO_ACCOUNTS),
    localCurrencyRate: data.LOCAL_CURRENCY_RATE,
    reservationHours: data.RESERVATION_HOURS,
    unpaidOrdersMax: data.UNPAID_ORDERS_MAX,
    /** Maximum number of reviews per hour by all customers without a shipped order. Further reviews are held. */
    reviewBurstMax: data.REVIEW_BURST_MAX,
    passwordHashing: data.PASSWORD_HASHING,
    staff: {
      /** Hours from the promotion of an admin until a second factor is required. Null if it is optional. */
      graceHours: requiresSecondFactor(data) ? data.ADMIN_SECOND_FACTOR_GRACE_DAYS * 24 : null,
    },
    /** Limits of customers whose email is not confirmed and who have not paid for an order. */
    unconfirmed: {
      unpaidOrdersMax: data.UNCONFIRMED_UNPAID_ORDERS_MAX,
      reservationMinutes: data.UNCONFIRMED_RESERVATION_MINUTES,
      ordersPerDayMax: data.UNCONFIRMED_ORDERS_PER_DAY_MAX,
    },
    /** Limits of customers who have not paid for an order and whom staff do not trust. */
    newCustomer: {
      unpaidCentsMax: data.NEW_CUSTOMER_UNPAID_VALUE_MAX * 100,
      stockSharePercent: data.NEW_CUSTOMER_STOCK_SHARE_PERCENT,
    },
    /** The number of new accounts per network and day. */
    signUpsPerNetworkMax: data.SIGN_UPS_PER_NETWORK_MAX,
    /** The seller on invoices. */
    maker: {
      name: data.MAKER_NAME,
      address: splitAddressLines(
        data.MAKER_ADDRESS ?? `${contactDetails.address}, ${contactDetails.country}`,
      ),
      taxId: data.MAKER_TAX_ID ?? null,
      // Another maker may make the parts in another country.
      origin: data.MAKER_ORIGIN ?? (data.MAKER_ADDRESS ? null : contactDetails.country),
      email: contactDetails.email,
      telephone: contactDetails.telephone,
    },
    trustedProxies: data.TRUSTED_PROXIES ? splitList(data.TRUSTED_PROXIES) : [],
    /** Limits of time, memory and queues. */
    limits,
    logLevel: data.LOG_LEVEL,
  }
}

const formatIssue = (env: Env) => (issue: z.core.$ZodIssue) => {
  const name = issue.path.join('.')
  return `${name} is ${env[name] === undefined ? 'not set' : 'wrong'}: ${issue.message}.`
}

function requiresSecondFactor(data: z.output<typeof settings>): boolean {
  const fallback = data.NODE_ENV === 'production' ? 'required' : 'optional'
  return (data.ADMIN_SECOND_FACTOR ?? fallback) === 'required'
}

/** Returns the URL for traces: the endpoint for traces if set, or `/v1/traces` below the common endpoint. */
function readTracesUrl(data: z.output<typeof settings>): string | undefined {
  if (data.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  if (data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  return data.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/?$/, '/v1/traces')
}

/** Returns a sign-in provider, or undefined if its keys are not set. */
function readSignInProvider<Endpoints>(
  clientId: string | undefined,
  clientSecret: string | undefined,
  endpoints: Endpoints,
) {
  return clientId && clientSecret ? { clientId, clientSecret, ...endpoints } : undefined
}

function findHalfSetPairs(env: Env): string[] {
  return PAIRS.flatMap((names) => {
    const missing = names.filter((name) => !env[name])
    return missing.length === 1
      ? [`${missing[0]} is not set: set both ${names.join(' and ')}, or neither.`]
      : []
  })
}

const PAIRS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['SMS_HOOK_URL', 'SMS_HOOK_SECRET'],
]

/** Finds settings that are valid in development but not in production. */
function findProductionErrors(env: Env): string[] {
  const errors: string[] = []
  if (!env.PUBLIC_URL) {
    errors.push('PUBLIC_URL is not set: write the public origin, such as https://shop.example.')
  } else if (isOrigin(env.PUBLIC_URL) && env.PUBLIC_URL.startsWith('http:')) {
    errors.push(
      'PUBLIC_URL is wrong: in production write an origin that begins with https://, such as https://shop.example.',
    )
  }
  if (!env.MAIL_FROM) {
    errors.push(`MAIL_FROM is not set: ${MAIL_FROM_HINT}.`)
  }
  for (const name of PROVIDER_URLS) {
    if (pointsAtThisMachine(env[name])) {
      errors.push(`${name} points at this machine: in production write the real provider's URL.`)
    }
  }
  for (const name of ['DEMO_ACCOUNTS', 'INBOX_URL'] as const) {
    if (env[name]) errors.push(`${name} is for the sandbox: remove it in production.`)
  }
  if (env.PASSWORD_HASHING === 'fast') {
    errors.push('PASSWORD_HASHING is fast: remove it in production.')
  }
  return errors
}

/** Settings with URLs of external providers. In production these URLs must not point at this machine. */
const PROVIDER_URLS = settingNames.filter((name) =>
  /^(STRIPE|GOOGLE|GITHUB)_.*(URL|ISSUER)$|^(SMTP|SMS_HOOK)_URL$/.test(name),
)

/** True for the names and addresses of the loopback interface. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return /^(.+\.)?localhost\.?$/.test(host) || isInList(loopback, host)
}

/** True for loopback and unspecified IP addresses, because a connection to either reaches this machine. */
function pointsAtThisMachine(url: string | undefined): boolean {
  // Parsing as an http URL normalizes 127.1 to 127.0.0.1.
  const host = URL.parse(url?.replace(/^\w+:/, 'http:') ?? '')?.hostname ?? ''
  return isLoopback(host) || isInList(unspecified, host.replace(/^\[|\]$/g, ''))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const unspecified = new BlockList()
unspecified.addSubnet('0.0.0.0', 8)
unspecified.addAddress('::', 'ipv6')

/** True if the list contains the host. An IPv4-mapped IPv6 address, such as ::ffff:127.0.0.1, counts as IPv4. */
function isInList(list: BlockList, host: string): boolean {
  const version = isIP(host)
  return version !== 0 && list.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

/** Splits a postal address at line breaks or literal `\n`. Without these, splits it at commas. */
function splitAddressLines(address: string): string[] {
  const lines = address.split(/\\n|\n/)
  return (lines.length > 1 ? lines : splitList(address)).map((line) => line.trim()).filter(Boolean)
}

function readAccounts(text: string | undefined): { email: string; password: string }[] {
  return (text?.split(',') ?? []).map((pair) => {
    const [email = '', password = ''] = pair.split(':')
    return { email: email.trim(), password }
  })
}
