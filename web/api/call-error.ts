import type { Problem } from '@freehub/contract/refusals'

/** What a failed call says: the server's problem, or one of our own where no server answered. */
export type CallProblem = Omit<Problem, 'code'> & {
  code: Problem['code'] | 'network_failed' | 'too_slow'
}

/** A call that did not go well. `status` is 0 where nothing answered. */
export class CallError extends Error {
  readonly problem: CallProblem

  constructor(problem: CallProblem) {
    super(inWords(problem))
    this.name = 'CallError'
    this.problem = problem
  }

  get status(): number {
    return this.problem.status
  }
}

/** With the number by which the staff find in the log what went wrong. */
function inWords({ detail, title, requestId }: CallProblem): string {
  const sentence = detail ?? title
  return requestId ? `${sentence} If it stays so, tell us this number: ${requestId}` : sentence
}

/** The answer was lost on the way: what was asked for may have been done, and its key tells. */
export function isLost(error: Error): boolean {
  return error instanceof CallError && (error.status === 0 || error.status >= 500)
}

/** A sentence for the screen about whatever went wrong. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong. Try again.'
}

/** The problem in a refused answer, or a plain one where the body is none (a proxy's page, say). */
export async function problemOf(response: Response): Promise<CallProblem> {
  try {
    const body = await response.json()
    if (typeof body?.title === 'string') return { ...body, status: response.status }
  } catch {}
  return {
    type: 'about:blank',
    title: 'The shop did not answer as it should. Try again in a moment.',
    status: response.status,
    code: 'internal',
  }
}

/** The problem of a call that nothing answered. */
export function silence(cause: unknown): CallProblem {
  const slow = cause instanceof DOMException && cause.name === 'TimeoutError'
  return {
    type: 'about:blank',
    title: slow
      ? 'The shop takes too long to answer. Try again in a moment.'
      : 'The shop cannot be reached. Check your connection, then try again.',
    status: 0,
    code: slow ? 'too_slow' : 'network_failed',
  }
}
