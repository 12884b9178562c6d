/** What tells operators where and why, and never what somebody has typed. */
const TOLD = [
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

const CAUSES_DEEP = 3
const ERRORS_MOST = 3

interface CleanError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/**
 * An error as the log may tell it: its type, message, code and stack, and those of its causes. What else
 * libraries hang on errors (statements' parameters, rows, bodies, headers) stays out, and so do the values
 * that messages quote.
 */
export function cleanError(error: unknown, depth = CAUSES_DEEP): CleanError {
  const { stack = '', cause, errors, ...more } = asRecord(error)
  const told = TOLD.filter((key) => isPlain(more[key])).map((key) => [key, more[key]])
  return {
    type: (error as object | undefined)?.constructor.name ?? typeof error,
    message: withoutValues(error),
    stack: framesOf(String(stack)),
    ...Object.fromEntries(told),
    ...(cause !== undefined && depth > 0 && { cause: cleanError(cause, depth - 1) }),
    ...(Array.isArray(errors) &&
      depth > 0 && {
        errors: errors.slice(0, ERRORS_MOST).map((one) => cleanError(one, depth - 1)),
      }),
  }
}

/** With what an Error does not enumerate. */
function asRecord(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return typeof error === 'object' ? { ...error } : {}
  const { stack, cause } = error
  return { ...error, stack, ...(cause !== undefined && { cause }) }
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** PostgreSQL quotes the input that it cannot read, and JSON.parse what it stumbles over. */
function withoutValues(error: unknown): string {
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
