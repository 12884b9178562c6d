import { setTimeout as wait } from 'node:timers/promises'

/** What goes wrong on purpose. Nothing here is the provider's protocol. */
export type Faults = {
  /** How long each answer to a server takes, in milliseconds. */
  delayMs: number
  /** How long each answer to a browser takes, in milliseconds. */
  browserDelayMs: number
  /** The next so many calls fail; `after` fails them once the work is done. */
  failNext: FailNext | null
  /** Intents confirmed stay `processing` until they are released. */
  holdProcessing: boolean
  /** Events are kept back until they are released. */
  holdWebhooks: boolean
  /** Each event is posted twice. */
  doubleWebhooks: boolean
  /** When the first attempt is made; null is 50 to 300 ms, differing from event to event. */
  webhookDelayMs: number | null
}

export type FailNext = {
  count: number
  /** A status, or `cut` to break the connection without an answer. */
  status: 429 | 500 | 502 | 503 | 'cut'
  when: 'before' | 'after'
  from: 'server' | 'browser'
  /** Only calls whose path begins so, such as `/v1/refunds`. */
  path: string
}

export function noFaults(): Faults {
  return {
    delayMs: 0,
    browserDelayMs: 0,
    failNext: null,
    holdProcessing: false,
    holdWebhooks: false,
    doubleWebhooks: false,
    webhookDelayMs: null,
  }
}

/** Sets what is named and leaves the rest; answers a sentence when something is not understood. */
export function changeFaults(faults: Faults, wanted: Record<string, unknown>): string | null {
  const next: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(wanted)) {
    if (!Object.hasOwn(faults, name)) return `There is no fault called ${name}.`
    const parsed = name === 'failNext' ? failNext(value) : value
    if (!fits(name as keyof Faults, parsed)) return `${name} cannot be ${JSON.stringify(value)}.`
    next[name] = parsed
  }
  Object.assign(faults, next)
  return null
}

function failNext(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  return { count: 1, status: 500, when: 'before', from: 'server', path: '/v1/', ...value }
}

function fits(name: keyof Faults, value: unknown): boolean {
  if (name === 'failNext') return value === null || fitsFailNext(value as FailNext)
  if (name === 'webhookDelayMs' && value === null) return true
  if (name.endsWith('Ms')) return Number.isInteger(value) && (value as number) >= 0
  return typeof value === 'boolean'
}

function fitsFailNext(value: FailNext) {
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

/** Takes one failure off the list when this call is to fail now. */
export function failureNow(
  faults: Faults,
  call: { when: FailNext['when']; from: FailNext['from']; path: string },
): FailNext['status'] | null {
  const next = faults.failNext
  if (!next || next.when !== call.when || next.from !== call.from) return null
  if (!call.path.startsWith(next.path)) return null
  faults.failNext = next.count > 1 ? { ...next, count: next.count - 1 } : null
  return next.status
}

export async function slowAnswer(faults: Faults, from: FailNext['from']) {
  const delay = from === 'server' ? faults.delayMs : faults.browserDelayMs
  if (delay > 0) await wait(delay)
}
