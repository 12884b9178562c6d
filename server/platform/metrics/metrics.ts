import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of this process. Names and units follow Prometheus' conventions. */
export const registry = new Registry()

const registers = [registry]

/** In seconds: from cached responses to timeouts. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by route pattern. Status aborted: the client disconnected before the response.',
  labelNames: ['method', 'route', 'status'],
  buckets,
  registers,
})

export const refusalCount = new Counter({
  name: 'freehub_refusals_total',
  help: 'Refusals and errors by problem code.',
  labelNames: ['code'],
  registers,
})

export const orderEvents = new Counter({
  name: 'freehub_order_events_total',
  help: 'Committed events of orders.',
  labelNames: ['event'],
  registers,
})

export const providerSeconds = new Histogram({
  name: 'freehub_provider_call_duration_seconds',
  help: 'Calls to the card provider, including the retries of the SDK.',
  labelNames: ['operation', 'outcome'],
  buckets,
  registers,
})

export const webhooks = new Counter({
  name: 'freehub_webhooks_total',
  help: 'Webhook events of the card provider by outcome.',
  labelNames: ['outcome'],
  registers,
})

export const reviewsHeld = new Counter({
  name: 'freehub_reviews_held_total',
  help: 'Reviews held for staff because of a burst.',
  registers,
})

export const signIns = new Counter({
  name: 'freehub_sign_ins_total',
  help: 'Sign-ins by method: accepted, refused, failed.',
  labelNames: ['method', 'outcome'],
  registers,
})

export const limitsReached = new Counter({
  name: 'freehub_limits_reached_total',
  help: 'Requests and mails rejected by a rate limit.',
  labelNames: ['limit'],
  registers,
})

export const jobSeconds = new Histogram({
  name: 'freehub_job_duration_seconds',
  help: 'Mail and SMS jobs: done, failed (will be retried), or given up.',
  labelNames: ['queue', 'outcome'],
  buckets,
  registers,
})

export const scheduledJobSeconds = new Histogram({
  name: 'freehub_scheduled_job_duration_seconds',
  help: 'Scheduled jobs.',
  labelNames: ['name', 'outcome'],
  buckets,
  registers,
})

export const scheduledJobSuccess = new Gauge({
  name: 'freehub_scheduled_job_last_success_timestamp_seconds',
  help: 'Time of the last success of a scheduled job.',
  labelNames: ['name'],
  aggregator: 'max',
  registers,
})

export const importRows = new Counter({
  name: 'freehub_import_rows_total',
  help: 'Rows of part imports: applied, or skipped.',
  labelNames: ['outcome'],
  registers,
})

export const partChangeMessages = new Counter({
  name: 'freehub_part_change_messages_total',
  help: 'Messages between processes about changed parts: sent, received, or failed to send.',
  labelNames: ['direction'],
  registers,
})

export const changeListeners = new Gauge({
  name: 'freehub_part_change_listeners',
  help: 'Processes that listen for changed parts.',
  registers,
})

// Rare events that trigger alerts start at zero: Prometheus detects no increase of a series that is new.
const EVENTS =
  'placed paid shipped cancelled expired refunded late_payment_refunded payment_disagrees'.split(
    ' ',
  )
for (const event of EVENTS) orderEvents.inc({ event }, 0)
for (const outcome of ['signature_invalid', 'disputed']) webhooks.inc({ outcome }, 0)
jobSeconds.zero({ queue: 'mail', outcome: 'given_up' })
for (const limit of ['address', 'account', 'mail', 'sign_up']) limitsReached.inc({ limit }, 0)

type Labels = Record<string, string>

/** Reports the current values by their labels, when metrics are requested. */
type Collect = (report: (value: number, labels?: Labels) => void) => void | Promise<void>

interface MetricOptions {
  name: string
  help: string
  labelNames?: string[]
  /** How the values of several processes are aggregated. Default: the sum. */
  aggregator?: 'max' | 'average' | 'first'
}

/** Registers a gauge that is read when metrics are requested. Replaces one of the same name. */
export function registerGauge(options: MetricOptions, collectValues: Collect): void {
  registry.removeSingleMetric(options.name)
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      this.reset()
      await collectValues((value, labels = {}) => this.set(labels, value))
    },
  })
}

/** Registers a counter whose value is counted elsewhere. Replaces one of the same name. */
export function registerCounter(options: MetricOptions, collectValues: Collect): void {
  registry.removeSingleMetric(options.name)
  new Counter({
    ...options,
    registers: [registry],
    async collect() {
      this.reset()
      await collectValues((value, labels = {}) => this.inc(labels, value))
    },
  })
}
