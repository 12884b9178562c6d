import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What this process has counted. Names and units are by Prometheus' conventions. */
export const registry = new Registry()

const registers = [registry]

/** In seconds: from a kept answer to what is given up. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by the pattern of their route. Status gone: whoever asked did not wait for the answer.',
  labelNames: ['method', 'route', 'status'],
  buckets,
  registers,
})

export const refusalsMet = new Counter({
  name: 'freehub_refusals_total',
  help: 'Refusals and errors by the code of their problem.',
  labelNames: ['code'],
  registers,
})

export const orderEvents = new Counter({
  name: 'freehub_order_events_total',
  help: 'What happened to orders, once it is in the books.',
  labelNames: ['event'],
  registers,
})

export const providerSeconds = new Histogram({
  name: 'freehub_provider_call_duration_seconds',
  help: 'Calls of the card provider, with the tries that the SDK makes of each.',
  labelNames: ['operation', 'outcome'],
  buckets,
  registers,
})

export const webhooks = new Counter({
  name: 'freehub_webhooks_total',
  help: 'Events of the card provider, by what came of them.',
  labelNames: ['outcome'],
  registers,
})

export const reviewsHeld = new Counter({
  name: 'freehub_reviews_held_total',
  help: 'Reviews that were held for staff because too many came at once.',
  registers,
})

export const signIns = new Counter({
  name: 'freehub_sign_ins_total',
  help: 'Sign-ins by their way: accepted, refused, failed.',
  labelNames: ['way', 'outcome'],
  registers,
})

export const limitsStruck = new Counter({
  name: 'freehub_limits_struck_total',
  help: 'Requests and mails that were held back because there had been too many.',
  labelNames: ['limit'],
  registers,
})

export const jobSeconds = new Histogram({
  name: 'freehub_job_duration_seconds',
  help: 'Mails and texts: done, to be tried again, or given up.',
  labelNames: ['queue', 'outcome'],
  buckets,
  registers,
})

export const roundSeconds = new Histogram({
  name: 'freehub_round_duration_seconds',
  help: 'The jobs of the rounds in the background.',
  labelNames: ['round', 'outcome'],
  buckets,
  registers,
})

export const roundSucceeded = new Gauge({
  name: 'freehub_round_last_success_timestamp_seconds',
  help: 'When a job of the rounds last came to a good end.',
  labelNames: ['round'],
  aggregator: 'max',
  registers,
})

export const importRows = new Counter({
  name: 'freehub_import_rows_total',
  help: 'Rows of imported lists: applied, or left out.',
  labelNames: ['outcome'],
  registers,
})

export const partMessages = new Counter({
  name: 'freehub_part_change_messages_total',
  help: 'Messages between processes about changed parts: told, heard, or lost on the way out.',
  labelNames: ['direction'],
  registers,
})

export const listening = new Gauge({
  name: 'freehub_part_change_listeners',
  help: 'Processes that hear of changed parts.',
  registers,
})

/**
 * What is rare and somebody must be told of is there from the start, at nought: Prometheus sees no growth in
 * what comes to be with the first time.
 */
const EVENTS =
  'placed paid shipped cancelled lapsed refunded late_payment_refunded payment_disagrees'.split(' ')
for (const event of EVENTS) orderEvents.inc({ event }, 0)
for (const outcome of ['signature_wrong', 'disputed']) webhooks.inc({ outcome }, 0)
jobSeconds.zero({ queue: 'mail', outcome: 'given_up' })
for (const limit of ['address', 'account', 'mail', 'sign_up']) limitsStruck.inc({ limit }, 0)
