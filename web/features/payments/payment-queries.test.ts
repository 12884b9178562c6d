import { expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { paymentSecretQuery } from './payment-queries.ts'

const order = { _id: '1', name: 'Velo Nord', email: 'parts@velonord.example', phone: '' }

it('reads another secret after the total of the order has changed', async () => {
  const fetch = vi.fn(async () => Response.json({ clientSecret: 'pi_1_secret_2' }))
  vi.stubGlobal('fetch', fetch)
  const client = createQueryClient()
  await client.ensureQueryData(paymentSecretQuery({ ...order, totalPrice: 100 }))
  await client.ensureQueryData(paymentSecretQuery({ ...order, totalPrice: 80 }))
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('returns null while a payment is being processed', async () => {
  const problem = { code: 'payment_processing', title: 'Processing', status: 409 }
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 409 }))
  const query = paymentSecretQuery({ ...order, totalPrice: 100 })
  expect(await createQueryClient().ensureQueryData(query)).toBeNull()
})
