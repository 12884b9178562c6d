import { expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { paymentSecretQuery } from './payment-queries.ts'

it('reads another secret after the total of the order has changed', async () => {
  const fetch = vi.fn(async () => Response.json({ clientSecret: 'pi_1_secret_2' }))
  vi.stubGlobal('fetch', fetch)
  const client = createQueryClient()
  const order = { _id: '1', name: 'Velo Nord', email: 'parts@velonord.example', phone: '' }
  await client.ensureQueryData(paymentSecretQuery({ ...order, totalPrice: 100 }))
  await client.ensureQueryData(paymentSecretQuery({ ...order, totalPrice: 80 }))
  expect(fetch).toHaveBeenCalledTimes(2)
})
