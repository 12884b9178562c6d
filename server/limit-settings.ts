import { z } from 'zod'

const MB = 1024 * 1024

/** A setting from `min` to `max`, without a default. The error of an invalid value contains the hint. */
export const wholeNumberWithoutDefault = (min: number, max: number, hint: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, hint)
    .transform(Number)
    .refine((n) => n >= min && n <= max, hint)

/** A setting from `min` to `max`. The error of an invalid value contains the hint. */
export const wholeNumber = (
  fallback: number,
  min: number,
  max: number,
  hint = `write a whole number from ${min} to ${max}, such as ${fallback}`,
) => wholeNumberWithoutDefault(min, max, hint).default(fallback)

/** Settings for the time, memory and queue limits of one process. docs/limits.md describes them. */
export const limitSettings = {
  CONNECTIONS_MAX: wholeNumber(2000, 10, 100_000),
  REQUESTS_MAX: wholeNumber(400, 1, 100_000),
  LARGE_BODIES_MAX: wholeNumber(16, 1, 10_000),
  EVENT_LOOP_LAG_MS: wholeNumber(500, 20, 60_000),
  HEADERS_SECONDS: wholeNumber(15, 1, 600),
  BODY_SECONDS: wholeNumber(30, 1, 600),
  FILE_SECONDS: wholeNumber(420, 1, 3600),
  KEEP_ALIVE_SECONDS: wholeNumber(72, 1, 3600),
  CLOSE_SECONDS: wholeNumber(15, 1, 600),
  DATABASE_CONNECTIONS_MAX: wholeNumber(20, 2, 1000),
  DATABASE_WAITING_MAX: wholeNumber(100, 1, 100_000),
  DATABASE_CONNECT_SECONDS: wholeNumber(5, 1, 60),
  DATABASE_STATEMENT_SECONDS: wholeNumber(15, 1, 600),
  DATABASE_LOCK_SECONDS: wholeNumber(10, 1, 600),
  DATABASE_IDLE_SECONDS: wholeNumber(15, 1, 600),
  DATABASE_READ_CONNECT_SECONDS: wholeNumber(1, 1, 60),
  DATABASE_READ_STATEMENT_SECONDS: wholeNumber(5, 1, 600),
  JOBS_CONNECTIONS_MAX: wholeNumber(4, 2, 100),
  JOBS_STATEMENT_SECONDS: wholeNumber(120, 10, 3600),
  MIGRATION_WAIT_MINUTES: wholeNumber(120, 1, 10_080),
  STRIPE_SECONDS: wholeNumber(4, 1, 60),
  STRIPE_CALLS_MAX: wholeNumber(50, 1, 10_000),
  SIGN_IN_SECONDS: wholeNumber(5, 1, 60),
  MAIL_SECONDS: wholeNumber(20, 1, 120),
  SMS_HOOK_SECONDS: wholeNumber(10, 1, 50),
  PASSWORDS_CHECKING_MAX: wholeNumber(2, 1, 64),
  PASSWORDS_WAITING_MAX: wholeNumber(50, 1, 10_000),
  DOCUMENTS_WAITING_MAX: wholeNumber(20, 1, 1000),
  DOCUMENT_SECONDS: wholeNumber(10, 1, 600),
  PHOTO_UPLOADS_MAX: wholeNumber(4, 1, 100),
  PHOTO_SECONDS: wholeNumber(60, 1, 600),
  PREVIEW_IMAGES_WAITING_MAX: wholeNumber(50, 1, 200),
  PREVIEW_IMAGE_SECONDS: wholeNumber(10, 1, 600),
  CACHE_MEMORY_MB: wholeNumber(64, 8, 10_000),
  CACHE_BUILDS_MAX: wholeNumber(64, 1, 10_000),
  CACHE_STALE_MINUTES: wholeNumber(60, 1, 10_080),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(2048, 1, 1_000_000),
  OTEL_BSP_EXPORT_TIMEOUT: wholeNumber(10_000, 1, 600_000),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(5_000, 1, 600_000),
}

type LimitSettings = {
  [Name in keyof typeof limitSettings]: z.output<(typeof limitSettings)[Name]>
}

export type Limits = ReturnType<typeof limitsOf>

/** Converts the settings to milliseconds and bytes. */
export function limitsOf(settings: LimitSettings) {
  return {
    connections: settings.CONNECTIONS_MAX,
    requests: settings.REQUESTS_MAX,
    largeBodies: settings.LARGE_BODIES_MAX,
    eventLoopLagMs: settings.EVENT_LOOP_LAG_MS,
    headersMs: settings.HEADERS_SECONDS * 1000,
    bodyMs: settings.BODY_SECONDS * 1000,
    fileMs: settings.FILE_SECONDS * 1000,
    keepAliveMs: settings.KEEP_ALIVE_SECONDS * 1000,
    closeMs: settings.CLOSE_SECONDS * 1000,
    database: {
      connections: settings.DATABASE_CONNECTIONS_MAX,
      maxWaiting: settings.DATABASE_WAITING_MAX,
      connectMs: settings.DATABASE_CONNECT_SECONDS * 1000,
      statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000,
      lockMs: settings.DATABASE_LOCK_SECONDS * 1000,
      idleMs: settings.DATABASE_IDLE_SECONDS * 1000,
    },
    replica: {
      connectMs: settings.DATABASE_READ_CONNECT_SECONDS * 1000,
      statementMs: settings.DATABASE_READ_STATEMENT_SECONDS * 1000,
    },
    jobs: {
      connections: settings.JOBS_CONNECTIONS_MAX,
      queryTimeoutMs: settings.JOBS_STATEMENT_SECONDS * 1000,
    },
    migrationWaitMs: settings.MIGRATION_WAIT_MINUTES * 60_000,
    stripeMs: settings.STRIPE_SECONDS * 1000,
    stripeCalls: settings.STRIPE_CALLS_MAX,
    signInMs: settings.SIGN_IN_SECONDS * 1000,
    mailMs: settings.MAIL_SECONDS * 1000,
    smsHookMs: settings.SMS_HOOK_SECONDS * 1000,
    passwords: {
      maxRunning: settings.PASSWORDS_CHECKING_MAX,
      maxWaiting: settings.PASSWORDS_WAITING_MAX,
    },
    documentsWaiting: settings.DOCUMENTS_WAITING_MAX,
    documentMs: settings.DOCUMENT_SECONDS * 1000,
    photoUploads: settings.PHOTO_UPLOADS_MAX,
    photoMs: settings.PHOTO_SECONDS * 1000,
    previewImagesWaiting: settings.PREVIEW_IMAGES_WAITING_MAX,
    previewImageMs: settings.PREVIEW_IMAGE_SECONDS * 1000,
    cache: {
      bytes: settings.CACHE_MEMORY_MB * MB,
      maxBuilds: settings.CACHE_BUILDS_MAX,
      maxStaleMs: settings.CACHE_STALE_MINUTES * 60_000,
    },
    traces: {
      maxQueuedSpans: settings.OTEL_BSP_MAX_QUEUE_SIZE,
      exportMs: settings.OTEL_BSP_EXPORT_TIMEOUT,
      requestTimeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
    },
  }
}
