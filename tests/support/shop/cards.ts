import { testSettings } from './settings.ts'

export const GOOD_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'
export const CHALLENGED_CARD = '4000002760003184'

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
  failNext: { count?: number; status?: number | 'cut'; when?: 'before' | 'after'; path?: string }
}

export type Cards = ReturnType<typeof cardsOf>

/** The card provider as a customer's browser uses it, and as a test turns and looks behind it. */
export function cardsOf({ sandbox }: { sandbox: { url: string } | undefined }) {
  if (!sandbox) throw new Error('Start the shop with its sandbox.')
  const { url } = sandbox

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/sandbox/cards${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as T
  }

  /** As Stripe.js does: with the publishable key and the client secret, straight to the provider. */
  async function pay(clientSecret: string, number = GOOD_CARD) {
    const id = clientSecret.split('_secret_')[0]
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
    const { status, error } = (await response.json()) as Paid
    return { status, error }
  }

  /** As the shop's own key may: what a test needs done behind the shop's back. */
  async function ask<T>(
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
    ask,
    set: (faults: Partial<Faults>) => control('POST', '/faults', faults),
    unset: () => control('DELETE', '/faults'),
    releaseWebhooks: () => control('POST', '/webhooks/release'),
    releaseProcessing: () => control('POST', '/processing/release'),
    webhooks: () => control<{ type: string; deliveredAt: number | null }[]>('GET', '/webhooks'),
    intents: () => control<ProviderIntent[]>('GET', '/intents'),
    intentsOf: async (orderId: string) =>
      (await control<ProviderIntent[]>('GET', '/intents')).filter(
        (intent) => intent.metadata.orderId === orderId,
      ),
    refunds: async () => {
      const page = await ask<{ data: Refund[] }>('GET', '/refunds?limit=100')
      return page.data
    },
  }
}

interface Paid {
  status?: string
  error?: { code: string; message: string }
}

interface Refund {
  id: string
  payment_intent: string
  amount: number
}
