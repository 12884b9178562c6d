import type { Problem } from '@freehub/contract/problem-schema'

/** A problem that the server sent. If the response is missing or contains no problem, the browser creates one. */
export type CallProblem = Omit<Problem, 'code'> & {
  code: Problem['code'] | 'network_failed' | 'too_slow'
}

export class CallError extends Error {
  readonly problem: CallProblem

  constructor(problem: CallProblem) {
    super(formatMessage(problem))
    this.name = 'CallError'
    this.problem = problem
  }

  get status(): number {
    return this.problem.status
  }
}

const EARLIER_PROCESSED =
  'Your earlier request was processed, without your latest changes. Check the result before you send it again.'

/** Formats the message with the request id, by which staff find the error in the log. */
function formatMessage({ code, detail, title, requestId }: CallProblem): string {
  const message = code === 'key_reused' ? EARLIER_PROCESSED : (detail ?? title)
  if (!requestId) return message
  return `${message} If the problem continues, contact us with this reference: ${requestId}`
}

/** True if the server may have completed the call. A repeat with the same idempotency key is safe. */
export function isOutcomeUnknown(error: Error): boolean {
  return error instanceof CallError && (error.status === 0 || error.status >= 500)
}

/** Sends a request that is safe to repeat. If the outcome is unknown, sends it once more. */
export async function sendAgainIfUnknown<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (isOutcomeUnknown(error as Error)) return send()
    throw error
  }
}

/**
 * Sends a change that is safe to repeat, such as a refund. Without a response, sends it once more. The fields of `done`
 * then replace those of the second response, which may report that nothing changed. If this can have other reasons,
 * `done` is called with the second response and returns the result.
 */
export async function ensureDone<Result extends object>(
  send: () => Promise<Result>,
  done: Result | ((secondResponse: Result) => Promise<Result>),
) {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0) throw error
    const secondResponse = await send()
    return typeof done === 'function' ? done(secondResponse) : { ...secondResponse, ...done }
  }
}

/** Returns the message of a CallError, or a general message for any other error. */
export function formatError(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong. Try again.'
}

/** Reads the problem in a response. For another body, returns a general problem. */
export async function readProblem(response: Response): Promise<CallProblem> {
  return toProblem(response.status, await response.json().catch(() => undefined))
}

export const SERVER_FAILED = 'Something went wrong on our side. Try again in a moment.'

/** Returns the problem in a response body. For other bodies, such as a proxy's page, returns a general problem. */
export function toProblem(status: number, body: unknown): CallProblem {
  const problem = body as CallProblem | null | undefined
  if (typeof problem?.title === 'string') return { ...problem, status }
  return {
    type: 'about:blank',
    title: SERVER_FAILED,
    status,
    code: 'internal',
  }
}

/** Returns the problem of a call without a response: a timeout or a network failure. */
export function toNetworkProblem(cause: unknown): CallProblem {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return {
    type: 'about:blank',
    title: isTimeout
      ? 'The shop is taking too long to respond. Try again in a moment.'
      : 'The shop cannot be reached. Check your connection, then try again.',
    status: 0,
    code: isTimeout ? 'too_slow' : 'network_failed',
  }
}

/** True for 404 and for 400, which a malformed id gets. Use it only for calls whose only input is an id. */
export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}
