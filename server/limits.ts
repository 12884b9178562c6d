import { z } from 'zod'

const MB = 1024 * 1024

const whole = (fallback: number, least: number, most: number) => {
  const hint = `write a whole number from ${least} to ${most}, such as ${fallback}`
  return z
    .string()
    .regex(/^\d{1,9}$/, hint)
    .transform(Number)
    .refine((n) => n >= least && n <= most, hint)
    .default(fallback)
}

/**
 * What bounds the time, the memory and the queues of one process. docs/limits.md says what each is, and
 * what is fixed. Those of OpenTelemetry have its names and units.
 */
export const limitSettings = {
  CONNECTIONS_MAX: whole(2000, 10, 100_000),
  REQUESTS_MAX: whole(400, 1, 100_000),
  LARGE_BODIES_MAX: whole(16, 1, 10_000),
  EVENT_LOOP_LAG_MS: whole(500, 20, 60_000),
  HEADERS_SECONDS: whole(15, 1, 600),
  BODY_SECONDS: whole(30, 1, 600),
  FILE_SECONDS: whole(420, 1, 3600),
  KEEP_ALIVE_SECONDS: whole(72, 1, 3600),
  CLOSE_SECONDS: whole(15, 1, 600),
  DATABASE_CONNECTIONS_MAX: whole(20, 2, 1000),
  DATABASE_WAITING_MAX: whole(100, 1, 100_000),
  DATABASE_CONNECT_SECONDS: whole(5, 1, 60),
  DATABASE_STATEMENT_SECONDS: whole(15, 1, 600),
  DATABASE_LOCK_SECONDS: whole(10, 1, 600),
  DATABASE_IDLE_SECONDS: whole(15, 1, 600),
  DATABASE_READ_CONNECT_SECONDS: whole(1, 1, 60),
  DATABASE_READ_STATEMENT_SECONDS: whole(5, 1, 600),
  JOBS_CONNECTIONS_MAX: whole(4, 2, 100),
  JOBS_STATEMENT_SECONDS: whole(120, 10, 3600),
  MIGRATION_WAIT_MINUTES: whole(120, 1, 10_080),
  STRIPE_SECONDS: whole(4, 1, 60),
  STRIPE_CALLS_MAX: whole(50, 1, 10_000),
  SIGN_IN_SECONDS: whole(5, 1, 60),
  MAIL_SECONDS: whole(20, 1, 120),
  SMS_HOOK_SECONDS: whole(10, 1, 50),
  PASSWORDS_CHECKING_MAX: whole(2, 1, 64),
  PASSWORDS_WAITING_MAX: whole(50, 1, 10_000),
  PAPERS_WAITING_MAX: whole(20, 1, 1000),
  PAPER_SECONDS: whole(10, 1, 600),
  PHOTOS_WAITING_MAX: whole(4, 1, 100),
  PHOTO_SECONDS: whole(60, 1, 600),
  PICTURES_WAITING_MAX: whole(50, 1, 200),
  PICTURE_SECONDS: whole(10, 1, 600),
  KEPT_MEMORY_MB: whole(64, 8, 10_000),
  KEPT_MAKING_MAX: whole(64, 1, 10_000),
  KEPT_STALE_MINUTES: whole(60, 1, 10_080),
  OTEL_BSP_MAX_QUEUE_SIZE: whole(2048, 1, 1_000_000),
  OTEL_BSP_EXPORT_TIMEOUT: whole(10_000, 1, 600_000),
  OTEL_EXPORTER_OTLP_TIMEOUT: whole(5_000, 1, 600_000),
}

type Given = { [Name in keyof typeof limitSettings]: z.output<(typeof limitSettings)[Name]> }

export type Limits = ReturnType<typeof limitsOf>

/** The settings as the shop uses them: times in milliseconds, memory in bytes. */
export function limitsOf(given: Given) {
  return {
    connections: given.CONNECTIONS_MAX,
    requests: given.REQUESTS_MAX,
    largeBodies: given.LARGE_BODIES_MAX,
    eventLoopLagMs: given.EVENT_LOOP_LAG_MS,
    headersMs: given.HEADERS_SECONDS * 1000,
    bodyMs: given.BODY_SECONDS * 1000,
    fileMs: given.FILE_SECONDS * 1000,
    keepAliveMs: given.KEEP_ALIVE_SECONDS * 1000,
    closeMs: given.CLOSE_SECONDS * 1000,
    database: {
      connections: given.DATABASE_CONNECTIONS_MAX,
      waiting: given.DATABASE_WAITING_MAX,
      connectMs: given.DATABASE_CONNECT_SECONDS * 1000,
      statementMs: given.DATABASE_STATEMENT_SECONDS * 1000,
      lockMs: given.DATABASE_LOCK_SECONDS * 1000,
      idleMs: given.DATABASE_IDLE_SECONDS * 1000,
    },
    replica: {
      connectMs: given.DATABASE_READ_CONNECT_SECONDS * 1000,
      statementMs: given.DATABASE_READ_STATEMENT_SECONDS * 1000,
    },
    jobs: {
      connections: given.JOBS_CONNECTIONS_MAX,
      answerMs: given.JOBS_STATEMENT_SECONDS * 1000,
    },
    migrationWaitMs: given.MIGRATION_WAIT_MINUTES * 60_000,
    stripeMs: given.STRIPE_SECONDS * 1000,
    stripeCalls: given.STRIPE_CALLS_MAX,
    signInMs: given.SIGN_IN_SECONDS * 1000,
    mailMs: given.MAIL_SECONDS * 1000,
    textHookMs: given.SMS_HOOK_SECONDS * 1000,
    passwords: {
      checking: given.PASSWORDS_CHECKING_MAX,
      waiting: given.PASSWORDS_WAITING_MAX,
    },
    papersWaiting: given.PAPERS_WAITING_MAX,
    paperMs: given.PAPER_SECONDS * 1000,
    photosWaiting: given.PHOTOS_WAITING_MAX,
    photoMs: given.PHOTO_SECONDS * 1000,
    picturesWaiting: given.PICTURES_WAITING_MAX,
    pictureMs: given.PICTURE_SECONDS * 1000,
    kept: {
      bytes: given.KEPT_MEMORY_MB * MB,
      making: given.KEPT_MAKING_MAX,
      staleMs: given.KEPT_STALE_MINUTES * 60_000,
    },
    traces: {
      waiting: given.OTEL_BSP_MAX_QUEUE_SIZE,
      exportMs: given.OTEL_BSP_EXPORT_TIMEOUT,
      answerMs: given.OTEL_EXPORTER_OTLP_TIMEOUT,
    },
  }
}
