import { type CallName, calls } from '@freehub/contract/calls'
import { everyCall, REPETITIONS } from './calls/every-call.ts'
import { type CallInput, pickNth } from './calls/scenario.ts'
import { type RequestSpec, sendRequest } from './run-load.ts'
import type { CallData } from './select-call-data.ts'
import { summarizeTimes, type Times } from './summarize-times.ts'

const DEFAULT_REPETITIONS = 300
const WARM_UP = 5
/** Time limit for each call. Each call has at least MIN_SAMPLES repetitions. */
const SECONDS = 5
const MIN_SAMPLES = 3

export type CallTimes = Partial<Record<CallName, Times>>

/**
 * Times all calls of the contract, one after another. If a call or its preparation fails, passes the
 * message to `reportFailure` and leaves the call out of the result.
 */
export async function timeCalls(
  data: CallData,
  reportFailure: (message: string) => void,
): Promise<CallTimes> {
  const times: CallTimes = {}
  for (const name of Object.keys(everyCall) as CallName[]) {
    try {
      times[name] = await timeCall(
        data,
        name,
        REPETITIONS[name] ?? DEFAULT_REPETITIONS,
        REPETITIONS[name] ? 0 : WARM_UP,
      )
    } catch (error) {
      reportFailure((error as Error).message)
    }
  }
  return times
}

/** Times a call, with different input for each repetition. Throws on an unexpected status. */
export async function timeCall(
  data: CallData,
  name: CallName,
  repetitions: number,
  warmUp = 0,
): Promise<Times> {
  const until = performance.now() + SECONDS * 1000
  const ms: number[] = []
  for (let n = 0; n < repetitions + warmUp; n++) {
    const request = createRequest(data, name, await everyCall[name](data, n), n)
    const response = await sendRequest(request)
    if (response.status !== (('status' in calls[name] && calls[name].status) || 200)) {
      throw new Error(
        `${name}: ${request.method} ${request.url}: ${response.status} ${response.excerpt}`,
      )
    }
    if (n >= warmUp) ms.push(response.ms)
    if (performance.now() > until && ms.length >= MIN_SAMPLES) break
  }
  return summarizeTimes(ms)
}

function createRequest(
  data: CallData,
  name: CallName,
  input: CallInput,
  requestIndex: number,
): RequestSpec {
  const { method, path, access } = calls[name]
  const { params = {}, query, body, file } = input
  const caller =
    input.caller ?? (access === 'admin' ? data.admin : pickNth(data.customers, requestIndex))
  const pathWithParams = path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  return {
    method,
    url: `${data.url}${pathWithParams}${query ? `?${new URLSearchParams(query)}` : ''}`,
    headers: {
      ...(access !== 'public' && { authorization: `Bearer ${caller.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  }
}
