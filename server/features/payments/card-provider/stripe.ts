import Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts'
import { type CardProvider, type Intent, ProviderRefused, ProviderUnavailable } from './provider.ts'

const PAGE_SIZE = 100

/** Statuses of a dispute after which the shop keeps the money. `warning_closed` is a bank's closed inquiry. */
const WON_STATUSES: Stripe.Dispute.Status[] = ['won', 'warning_closed']

/** The parameter that includes the charge in a response, because only the charge contains the refunded amount. */
const WITH_CHARGE = { expand: ['latest_charge'] }
const EACH_WITH_CHARGE = { limit: PAGE_SIZE, expand: ['data.latest_charge'] }

/** Creates the card provider for Stripe. Limits concurrent calls; the SDK retries a call up to twice. */
export function createStripeProvider({ stripe: settings }: Pick<Config, 'stripe'>): CardProvider {
  const api = new URL(settings.apiUrl)
  const stripe = new Stripe(settings.secretKey, {
    protocol: api.protocol === 'http:' ? 'http' : 'https',
    host: api.hostname,
    port: api.port || (api.protocol === 'http:' ? 80 : 443),
    timeout: settings.timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  const runLimited = createLimiter(settings.calls)
  const readIntent = async (id: string) =>
    toIntent(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))

  return {
    async createIntent({ orderId, attempt, amountCents, currency }) {
      const intent = {
        amount: amountCents,
        currency,
        allowed_payment_method_types: ['card'],
        metadata: { orderId },
        description: `Freehub order ${orderId}`,
      }
      // The key contains the amount, because lines can be cancelled before the attempt is recorded.
      const key = `order-${orderId}-attempt-${attempt}-${amountCents}`
      const create = (options: Stripe.RequestOptions) =>
        stripe.paymentIntents.create(intent, options)
      return toIntent(await runLimited(() => withIdempotencyKey(key, create)))
    },

    readIntent: (id) => runLimited(() => readIntent(id).catch(undefinedIfMissing)),

    cancelIntent: (id) =>
      runLimited(() =>
        stripe.paymentIntents
          .cancel(id)
          .then(toIntent, (error) =>
            isStateConflict(error) ? readIntent(id) : Promise.reject(error),
          )
          .catch(undefinedIfMissing),
      ),

    async refundIntent(id) {
      return runLimited(async () => {
        try {
          const refund = async (options: Stripe.RequestOptions) => {
            const { id: refundId, status } = await stripe.refunds.create(
              { payment_intent: id },
              options,
            )
            if (status === 'failed' || status === 'canceled') {
              throw new ProviderRefused(`The refund ${refundId} has ${status}.`)
            }
            return refundId
          }
          // A second attempt refunds nothing twice: Stripe refunds only what is left.
          return await withIdempotencyKey(`refund-${id}`, refund, isRefused)
        } catch (error) {
          if (!isAlreadyRefunded(error)) throw mapRefundError(error)
          const { data } = await stripe.refunds.list({ payment_intent: id, limit: 1 })
          return data[0]?.id ?? `refunded-${id}`
        }
      })
    },

    async isDisputed(id) {
      const { data } = await runLimited(() =>
        stripe.disputes.list({ payment_intent: id, limit: PAGE_SIZE }),
      )
      return data.some(({ status }) => !WON_STATUSES.includes(status))
    },

    async *listIntents() {
      const pages = stripe.paymentIntents.list(EACH_WITH_CHARGE)[Symbol.asyncIterator]()
      for (;;) {
        const next = await runLimited(() => pages.next())
        if (next.done) return
        yield toIntent(next.value)
      }
    },

    async findIntents(orderId) {
      const query = `metadata['orderId']:'${orderId}'`
      return runLimited(async () => {
        const { data } = await stripe.paymentIntents.search({ query, ...EACH_WITH_CHARGE })
        return data.map(toIntent)
      })
    },

    readEvent(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, settings.webhookSecret)
        return { id: event.id, type: event.type, intentId: readIntentId(event) }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
        throw error
      }
    },
  }
}

/**
 * Runs a call with an idempotency key. Stripe repeats an error for the same key for a day, so after a server error, or
 * an error for which `isRetried` returns true, the call is retried with a key that contains the current minute.
 */
async function withIdempotencyKey<T>(
  key: string,
  operation: (options: Stripe.RequestOptions) => Promise<T>,
  isRetried: (error: unknown) => boolean = () => false,
): Promise<T> {
  try {
    return await operation({ idempotencyKey: key })
  } catch (error) {
    if (!isServerError(error) && !isRetried(error)) throw error
    return operation({ idempotencyKey: `${key}-${Math.floor(Date.now() / 60_000)}` })
  }
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state: toState(intent.status),
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    refundedCents: readRefundedCents(intent.latest_charge),
    currency: intent.currency,
    orderId: intent.metadata.orderId,
    createdAt: new Date(intent.created * 1000),
  }
}

function readRefundedCents(charge: Stripe.PaymentIntent['latest_charge']): number {
  return typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0
}

function toState(status: Stripe.PaymentIntent.Status): Intent['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded'
    case 'canceled':
      return 'cancelled'
    case 'processing':
    case 'requires_capture':
      return 'processing'
    default:
      return 'open'
  }
}

function readIntentId(event: Stripe.Event): string | undefined {
  const object = event.data.object as { object?: string; id?: string; payment_intent?: unknown }
  if (object.object === 'payment_intent') return object.id
  return typeof object.payment_intent === 'string' ? object.payment_intent : undefined
}

function hasCode(error: unknown, code: string) {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code
}

function undefinedIfMissing(error: unknown): undefined {
  if (!hasCode(error, 'resource_missing')) throw error
}

const isServerError = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500

/** True if the charge was refunded in Stripe's dashboard, or by the shop with an idempotency key that has expired. */
const isAlreadyRefunded = (error: unknown) => hasCode(error, 'charge_already_refunded')

const isStateConflict = (error: unknown) => hasCode(error, 'payment_intent_unexpected_state')

/** True if Stripe refuses a refund, for example because the balance is insufficient. */
const isRefused = (error: unknown): error is Error =>
  error instanceof ProviderRefused ||
  (error instanceof Stripe.errors.StripeInvalidRequestError &&
    !isBusy(error) &&
    !isAlreadyRefunded(error))

const mapRefundError = (error: unknown) =>
  isRefused(error) ? new ProviderRefused(error.message, { cause: error }) : error

/** True if a concurrent request changes the same object. */
const isBusy = (error: unknown) => hasCode(error, 'lock_timeout')

/**
 * Creates a function that limits concurrent calls. It converts Stripe's errors to ProviderUnavailable, and those of
 * invalid requests to a plain Error.
 */
function createLimiter(maxConcurrent: number) {
  const calls = createConcurrencyLimit(maxConcurrent, {
    createError: () => new ProviderUnavailable('Too many pending calls to the card provider.'),
  })
  return async function runLimited<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await calls.run(operation)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && !isBusy(error)) {
        // This is a bug in the shop. Fastify would respond with the status of the original error.
        throw new Error('The card provider rejected an invalid request.', { cause: error })
      }
      if (error instanceof Stripe.errors.StripeError) {
        throw new ProviderUnavailable(error.message, { cause: error })
      }
      throw error
    }
  }
}
