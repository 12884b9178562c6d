import Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { type CardProvider, type Intent, ProviderRefused, ProviderUnavailable } from './provider.ts'

const PAGE = 100

/** What has gone back is said by the charge alone. */
const WITH_CHARGE = { expand: ['latest_charge'] }
const EACH_WITH_CHARGE = { limit: PAGE, expand: ['data.latest_charge'] }

/**
 * Stripe as the card provider, by its own SDK: two more tries under the same key, each in its time; and
 * so many calls at once, that a provider which hangs does not take the whole shop with it.
 */
export function stripeProvider({ stripe: settings }: Pick<Config, 'stripe'>): CardProvider {
  const api = new URL(settings.apiUrl)
  const stripe = new Stripe(settings.secretKey, {
    protocol: api.protocol === 'http:' ? 'http' : 'https',
    host: api.hostname,
    port: api.port || (api.protocol === 'http:' ? 80 : 443),
    timeout: settings.timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  const reached = reaching(settings.calls)

  return {
    async createIntent({ orderId, attempt, amountCents, currency }) {
      return reached(() =>
        underKey(`order-${orderId}-attempt-${attempt}`, async (options) =>
          intentOf(
            await stripe.paymentIntents.create(
              {
                amount: amountCents,
                currency,
                allowed_payment_method_types: ['card'],
                metadata: { orderId },
                description: `Freehub order ${orderId}`,
              },
              options,
            ),
          ),
        ),
      )
    },

    async readIntent(id) {
      return reached(async () => {
        try {
          return intentOf(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      })
    },

    async cancelIntent(id) {
      return reached(async () => {
        try {
          return intentOf(await stripe.paymentIntents.cancel(id))
        } catch (error) {
          if (isMissing(error)) return undefined
          if (!isStateConflict(error)) throw error
          return intentOf(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))
        }
      })
    },

    async refundIntent(id) {
      return reached(async () => {
        try {
          return await underKey(`refund-${id}`, async (options) => {
            const refund = await stripe.refunds.create({ payment_intent: id }, options)
            if (refund.status === 'failed' || refund.status === 'canceled') {
              throw new ProviderRefused(`The refund ${refund.id} has ${refund.status}.`)
            }
            return refund.id
          })
        } catch (error) {
          if (!isRefunded(error)) throw refusedOr(error)
          const { data } = await stripe.refunds.list({ payment_intent: id, limit: 1 })
          return data[0]?.id ?? `refunded-${id}`
        }
      })
    },

    async *listIntents() {
      const pages = stripe.paymentIntents.list(EACH_WITH_CHARGE)[Symbol.asyncIterator]()
      for (;;) {
        const next = await reached(() => pages.next())
        if (next.done) return
        yield intentOf(next.value)
      }
    },

    async findIntents(orderId) {
      const query = `metadata['orderId']:'${orderId}'`
      return reached(async () => {
        const { data } = await stripe.paymentIntents.search({ query, ...EACH_WITH_CHARGE })
        return data.map(intentOf)
      })
    },

    readEvent(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, settings.webhookSecret)
        return { id: event.id, type: event.type, intentId: intentIdOf(event) }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
        throw error
      }
    },
  }
}

/**
 * Does it under the key. Stripe repeats its own failures under a key for a day: after one, it is
 * asked anew under a key of this minute.
 */
async function underKey<T>(
  key: string,
  make: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  try {
    return await make({ idempotencyKey: key })
  } catch (error) {
    if (!isFailure(error)) throw error
    return make({ idempotencyKey: `${key}-${Math.floor(Date.now() / 60_000)}` })
  }
}

function intentOf(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state: stateOf(intent.status),
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    refundedCents: refundedOf(intent.latest_charge),
    currency: intent.currency,
    orderId: intent.metadata.orderId,
    createdAt: new Date(intent.created * 1000),
  }
}

function refundedOf(charge: Stripe.PaymentIntent['latest_charge']): number {
  return typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0
}

function stateOf(status: Stripe.PaymentIntent.Status): Intent['state'] {
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

function intentIdOf(event: Stripe.Event): string | undefined {
  const object = event.data.object as { object?: string; id?: string; payment_intent?: unknown }
  if (object.object === 'payment_intent') return object.id
  return typeof object.payment_intent === 'string' ? object.payment_intent : undefined
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

const isFailure = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500

/** By hand, or by us longer ago than the key lives. */
const isRefunded = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'charge_already_refunded'

const isStateConflict = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'payment_intent_unexpected_state'

/** What it will not do, such as refund what the customer's bank has taken back. */
function refusedOr(error: unknown): unknown {
  return error instanceof Stripe.errors.StripeInvalidRequestError && !isBusy(error)
    ? new ProviderRefused(error.message, { cause: error })
    : error
}

/** The same is being done for somebody else at this moment. */
const isBusy = (error: InstanceType<typeof Stripe.errors.StripeInvalidRequestError>) =>
  error.statusCode === 409 || error.code === 'lock_timeout'

/** Whatever is not an answer counts as unavailable: no connection, too slow, busy, 5xx, 429, keys refused. */
function reaching(most: number) {
  let underWay = 0
  return async function reached<T>(ask: () => Promise<T>): Promise<T> {
    if (underWay >= most)
      throw new ProviderUnavailable('Too many calls wait for the card provider.')
    underWay += 1
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && !isBusy(error)) {
        // The shop's mistake: with the status that it carries it would pass for the asker's.
        throw new Error('The card provider does not take what the shop asks.', { cause: error })
      }
      if (error instanceof Stripe.errors.StripeError) {
        throw new ProviderUnavailable(error.message, { cause: error })
      }
      throw error
    } finally {
      underWay -= 1
    }
  }
}
