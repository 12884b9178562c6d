import { setTimeout as wait } from 'node:timers/promises'

/** Injected faults. They are not part of the provider's protocol. */
export type Faults = {
  /** Delay of each response to a server, in milliseconds. */
  delayMs: number
  /** Makes the next `count` calls of this caller (`from`) with this path prefix fail, before or after the operation. */
  failNext: FailNext | null
  /** True: confirmed intents stay `processing` until they are released. */
  holdProcessing: boolean
  /** True: events wait until they are released. */
  holdWebhooks: boolean
  /** True: each event is posted twice. */
  doubleWebhooks: boolean
  /** Delay before the first delivery of an event in milliseconds. Null: a random delay of 50 to 300 ms. */
  webhookDelayMs: number | null
}

export type FailNext = {
  count: number
  /** A status, or `cut` to close the connection without a response. */
  status: 429 | 500 | 502 | 503 | 'cut'
  when: 'before' | 'after'
  from: 'server' | 'browser'
  /** The path prefix of the calls, such as `/v1/refunds`. */
  path: string
}

export function noFaults(): Faults {
  return {
    delayMs: 0,
    failNext: null,
    holdProcessing: false,
    holdWebhooks: false,
    doubleWebhooks: false,
    webhookDelayMs: null,
  }
}

/** Applies the given changes. If one is invalid, applies none and returns a message. */
export function changeFaults(faults: Faults, changes: Record<string, unknown>): string | null {
  const next: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(faults, name)) return `There is no fault called ${name}.`
    const parsed = name === 'failNext' ? addDefaults(value) : value
    if (!isValidFault(name as keyof Faults, parsed))
      return `${name} cannot be ${JSON.stringify(value)}.`
    next[name] = parsed
  }
  Object.assign(faults, next)
  return null
}

function addDefaults(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  return { count: 1, status: 500, when: 'before', from: 'server', path: '/v1/', ...value }
}

function isValidFault(name: keyof Faults, value: unknown): boolean {
  if (name === 'failNext') return value === null || isValidFailNext(value as FailNext)
  if (name === 'webhookDelayMs' && value === null) return true
  if (name.endsWith('Ms')) return Number.isInteger(value) && (value as number) >= 0
  return typeof value === 'boolean'
}

function isValidFailNext(value: FailNext) {
  return (
    typeof value === 'object' &&
    Object.keys(value).length === 5 &&
    Number.isInteger(value.count) &&
    [429, 500, 502, 503, 'cut'].includes(value.status) &&
    ['before', 'after'].includes(value.when) &&
    ['server', 'browser'].includes(value.from) &&
    typeof value.path === 'string'
  )
}

/** Returns the failure for this call, if any, and decrements its count. */
export function takeFailure(
  faults: Faults,
  call: { when: FailNext['when']; from: FailNext['from']; path: string },
): FailNext['status'] | null {
  const next = faults.failNext
  if (!next || next.when !== call.when || next.from !== call.from) return null
  if (!call.path.startsWith(next.path)) return null
  faults.failNext = next.count > 1 ? { ...next, count: next.count - 1 } : null
  return next.status
}

export async function delayResponse(faults: Faults, from: FailNext['from']) {
  if (from === 'server' && faults.delayMs > 0) await wait(faults.delayMs)
}
