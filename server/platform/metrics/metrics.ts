import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of this process. Names and units follow Prometheus' conventions. */
export const registry = new Registry()

const registers = [registry]

/** Upper limits of the buckets in seconds, from cached responses to timeouts. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

const createCounter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
  new Counter({ name, help, labelNames, registers })

const createDuration = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
  new Histogram({ name, help, labelNames, buckets, registers })

export const requestSeconds = createDuration(
  'http_request_duration_seconds',
  'Requests by route pattern. Status aborted: the client disconnected before the response.',
  'method',
  'route',
  'status',
)
export const refusalCount = createCounter(
  'freehub_refusals_total',
  'Refusals and errors by problem code.',
  'code',
)
export const orderEvents = createCounter(
  'freehub_order_events_total',
  'Committed events of orders.',
  'event',
)
export const providerSeconds = createDuration(
  'freehub_provider_call_duration_seconds',
  'Calls to the card provider, including the retries of the SDK.',
  'operation',
  'outcome',
)
export const webhooks = createCounter(
  'freehub_webhooks_total',
  'Webhook events of the card provider by outcome.',
  'outcome',
)
export const reviewsHeld = createCounter(
  'freehub_reviews_held_total',
  'Reviews held for staff because of a burst.',
)
export const signIns = createCounter(
  'freehub_sign_ins_total',
  'Sign-ins by method and outcome: accepted, refused or failed.',
  'method',
  'outcome',
)
export const limitsReached = createCounter(
  'freehub_limits_reached_total',
  'Requests and mails rejected by a rate limit.',
  'limit',
)
export const jobSeconds = createDuration(
  'freehub_job_duration_seconds',
  'Mail and SMS jobs by outcome: done, failed (will be retried), or given up.',
  'queue',
  'outcome',
)
export const scheduledJobSeconds = createDuration(
  'freehub_scheduled_job_duration_seconds',
  'Scheduled jobs.',
  'name',
  'outcome',
)
export const scheduledJobSuccess = new Gauge({
  name: 'freehub_scheduled_job_last_success_timestamp_seconds',
  help: 'Time of the last success of a scheduled job.',
  labelNames: ['name'],
  aggregator: 'max',
  registers,
})
export const importRows = createCounter(
  'freehub_import_rows_total',
  'Rows of part imports by outcome: applied, or failed.',
  'outcome',
)
export const partChangeMessages = createCounter(
  'freehub_part_change_messages_total',
  'Messages between processes about changed parts: sent, received, or failed to send.',
  'direction',
)
export const changeListeners = new Gauge({
  name: 'freehub_part_change_listeners',
  help: 'Processes that listen for changed parts.',
  registers,
})

// These series start at zero, because Prometheus detects no increase at the first value of a series.
// Rare events would otherwise trigger no alert.
const EVENTS =
  'placed paid shipped cancelled expired refunded late_payment_refunded payment_disagrees'.split(
    ' ',
  )
for (const event of EVENTS) orderEvents.inc({ event }, 0)
for (const outcome of ['signature_invalid', 'disputed', 'refund_failed'])
  webhooks.inc({ outcome }, 0)
jobSeconds.zero({ queue: 'mail', outcome: 'given_up' })
for (const limit of ['network', 'account', 'mail', 'sign_up']) limitsReached.inc({ limit }, 0)

/** Reports the current values by label when metrics are requested. */
type Collect = (
  report: (value: number, labels?: Record<string, string>) => void,
) => void | Promise<void>

interface MetricOptions {
  labelNames?: string[]
  /** The aggregation of the values of several processes. The default is the sum. */
  aggregator?: 'max' | 'average' | 'first'
}

const createRegistrar =
  (Metric: typeof Gauge | typeof Counter) =>
  (name: string, help: string, collectValues: Collect, options: MetricOptions = {}): void => {
    registry.removeSingleMetric(name)
    new Metric({
      name,
      help,
      registers,
      ...options,
      async collect() {
        this.reset()
        await collectValues((value, labels = {}) => this.inc(labels, value))
      },
    })
  }

/** Registers a gauge that is read when metrics are requested. Replaces a gauge of the same name. */
export const registerGauge = createRegistrar(Gauge)

/** Registers a counter whose value another module counts. Replaces a counter of the same name. */
export const registerCounter = createRegistrar(Counter)
