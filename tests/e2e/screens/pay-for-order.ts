import { readJson, type TestUser } from './api-users.ts'

/** Pays an order like the payment screen: confirms with the card provider, then reports to the shop. Returns the transaction ID. */
export async function payForOrder(
  shop: { cardsUrl: string },
  user: Pick<TestUser, 'email' | 'headers' | 'request'>,
  id: string,
): Promise<string> {
  const { request, headers, email } = user
  const { totalPrice } = await readJson<{ totalPrice: number }>(
    request.get(`/booking/${id}`, { headers }),
  )
  const intentRequest = { data: { totalPrice, bookingId: id }, headers }
  const { clientSecret } = await readJson<{ clientSecret: string }>(
    request.post('/create-payment-intent', intentRequest),
  )
  const transactionId = clientSecret.split('_secret_')[0] as string
  await readJson(
    request.post(`${shop.cardsUrl}/v1/payment_intents/${transactionId}/confirm`, {
      form: {
        key: await readPublishableKey(user),
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      },
    }),
  )
  const payment = { email, bookingId: id, transactionId, totalPrice }
  await readJson(request.patch(`/booking/${id}`, { data: payment, headers }))
  return transactionId
}

/** Reads the key from the public settings in the HTML of a page. Every page contains them. */
async function readPublishableKey({ request }: Pick<TestUser, 'request'>): Promise<string> {
  const page = await (await request.get('/blogs')).text()
  return /pk_test_\w+/.exec(page)?.[0] ?? ''
}
