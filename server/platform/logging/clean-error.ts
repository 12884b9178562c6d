/** Fields of errors that help operators and never contain user input. */
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

/**
 * Converts an error for the log: type, message, code and stack, also of its causes. Omits other fields that
 * libraries add (parameters, rows, bodies, headers) and values that messages quote.
 */
export function cleanError(error: unknown, depth = MAX_CAUSES): CleanError {
  const { stack = '', cause, errors, ...more } = asRecord(error)
  const fields = LOGGED_FIELDS.filter((key) => isPlain(more[key])).map((key) => [key, more[key]])
  return {
    type: (error as object | undefined)?.constructor.name ?? typeof error,
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

/** Includes the fields of an Error that are not enumerable. */
function asRecord(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return typeof error === 'object' ? { ...error } : {}
  const { stack, cause } = error
  return { ...error, stack, ...(cause !== undefined && { cause }) }
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** PostgreSQL and JSON.parse quote invalid input in their messages. */
function messageWithoutValues(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof message !== 'string') return 'no message'
  const quotesInput = /^22[0-9A-Z]{3}$/.test(String(code)) || error instanceof SyntaxError
  return quotesInput ? message.replace(/(["'])[\s\S]*\1/g, '…') : message
}

/** The first lines of a stack repeat the message. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
