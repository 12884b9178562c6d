import Stripe from 'stripe'
import type { Config } from '../config.ts'
import { type CardProvider, type Intent, ProviderUnavailable } from './provider.ts'

const TIMEOUT_MS = 4_000

/** Stripe as the card provider, by its own SDK: four seconds a try, two more tries under the same key. */
export function stripeProvider({ stripe: settings }: Pick<Config, 'stripe'>): CardProvider {
  const api = new URL(settings.apiUrl)
  const stripe = new Stripe(settings.secretKey, {
    protocol: api.protocol === 'http:' ? 'http' : 'https',
    host: api.hostname,
    port: api.port || (api.protocol === 'http:' ? 80 : 443),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  })

  return {
    async createIntent({ orderId, attempt, amountCents, currency }) {
      const make = async (idempotencyKey: string) =>
        intentOf(
          await stripe.paymentIntents.create(
            {
              amount: amountCents,
              currency,
              allowed_payment_method_types: ['card'],
              metadata: { orderId },
              description: `Freehub order ${orderId}`,
            },
            { idempotencyKey },
          ),
        )
      const key = `order-${orderId}-attempt-${attempt}`
      return reached(async () => {
        try {
          return await make(key)
        } catch (error) {
          // Stripe repeats its own failures under a key for a day: a new one each minute asks anew.
          if (!isFailure(error)) throw error
          return make(`${key}-${Math.floor(Date.now() / 60_000)}`)
        }
      })
    },

    async readIntent(id) {
      return reached(async () => {
        try {
          return intentOf(await stripe.paymentIntents.retrieve(id))
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
          return intentOf(await stripe.paymentIntents.retrieve(id))
        }
      })
    },

    async refundIntent(id) {
      return reached(async () => {
        try {
          const key = { idempotencyKey: `refund-${id}` }
          return (await stripe.refunds.create({ payment_intent: id }, key)).id
        } catch (error) {
          if (!isRefunded(error)) throw error
          const { data } = await stripe.refunds.list({ payment_intent: id, limit: 1 })
          return data[0]?.id ?? `refunded-${id}`
        }
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

function intentOf(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state: stateOf(intent.status),
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata.orderId,
  }
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

/** Whatever is not an answer counts as unavailable: no connection, too slow, 5xx, 429, keys refused. */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error
    if (error instanceof Stripe.errors.StripeError) {
      throw new ProviderUnavailable(error.message, { cause: error })
    }
    throw error
  }
}
