import { callSandbox } from './api-client.ts'
import { testSettings } from './settings.ts'

const GOOD_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'

interface ProviderIntent {
  id: string
  status: string
  amount: number
  amount_received: number
  client_secret: string
  metadata: { orderId?: string }
}

interface Faults {
  delayMs: number
  holdWebhooks: boolean
  doubleWebhooks: boolean
  holdProcessing: boolean
  webhookDelayMs: number
  failNext: {
    count?: number
    status?: number | 'cut'
    when?: 'before' | 'after'
    path?: string
  } | null
}

/** Returns the id of the intent that a client secret belongs to. */
export const parseIntentId = (clientSecret: string) => clientSecret.split('_secret_')[0] as string

export type CardClient = ReturnType<typeof createCardClient>

/**
 * Creates a client of the sandbox's card provider. The client pays like a customer's browser, sets
 * faults and reads data.
 */
export function createCardClient({ sandbox }: { sandbox: { url: string } | undefined }) {
  if (!sandbox) throw new Error('Start the shop with its sandbox.')
  const { url } = sandbox

  const control = <T>(method: string, path: string, body?: object) =>
    callSandbox<T>(url, method, `/sandbox/cards${path}`, body)

  /**
   * Confirms a payment like Stripe.js: at the provider, with the publishable key and the client
   * secret.
   */
  async function pay(clientSecret: string, number = GOOD_CARD) {
    const id = parseIntentId(clientSecret)
    const year = String(new Date().getFullYear() + 2)
    const response = await fetch(`${url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: testSettings.STRIPE_PUBLISHABLE_KEY,
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': year,
        'payment_method_data[card][cvc]': '123',
      }),
    })
    const { status, error } = (await response.json()) as ConfirmedIntent
    return { status, error }
  }

  /** Calls the provider with the shop's own key, without the shop. */
  async function callApi<T>(
    method: string,
    path: string,
    parameters?: Record<string, string>,
  ): Promise<T> {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      ...(parameters && { body: new URLSearchParams(parameters) }),
      headers: { authorization: `Bearer ${testSettings.STRIPE_SECRET_KEY}` },
    })
    return (await response.json()) as T
  }

  return {
    pay,
    callApi,
    setFaults: (faults: Partial<Faults>) => control('POST', '/faults', faults),
    clearFaults: () => control('DELETE', '/faults'),
    /** Stores a dispute without an event. */
    setDispute: (dispute: { id: string; payment_intent: string; status: string }) =>
      control('POST', '/disputes', dispute),
    releaseWebhooks: () => control('POST', '/webhooks/release'),
    releaseProcessing: () => control('POST', '/processing/release'),
    webhooks: () => control<{ type: string; deliveredAt: number | null }[]>('GET', '/webhooks'),
    intents: () => control<ProviderIntent[]>('GET', '/intents'),
    intentsOf: async (orderId: string) =>
      (await control<ProviderIntent[]>('GET', '/intents')).filter(
        ({ metadata }) => metadata.orderId === orderId,
      ),
    refunds: async () => (await callApi<{ data: Refund[] }>('GET', '/refunds?limit=100')).data,
  }
}

interface ConfirmedIntent {
  status?: string
  error?: { code: string; message: string }
}

interface Refund {
  id: string
  payment_intent: string
  amount: number
}
