import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { stubStorage } from '../../testing/stub-storage.ts'
import { sessionQuery } from '../identity/session.ts'
import { addToCart, formatAdditionError } from './add-to-cart.ts'
import { cartCountQuery } from './cart-queries.ts'

const chain = { productId: '01980000-0000-7000-8000-000000000001', name: 'Chain', quantity: 50 }
const user = { email: 'a@b.example', name: 'A', image: null, emailConfirmed: true, admin: false }
const added = { version: 2, lineCount: 3, lines: [{ quantity: 100, problems: [] }] }
let keys: (string | null)[]
let respond: () => Response | Promise<Response>

beforeEach(() => {
  keys = []
  respond = () => Response.json(added)
  queryClient.setQueryData(sessionQuery.queryKey, user)
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get('Idempotency-Key'))
    return respond()
  })
})

afterEach(() => queryClient.clear())

test('adds to the customer’s cart and updates the number of lines', async () => {
  expect(await addToCart(chain)).toBe('Added to cart: 50 × Chain. Your cart now has 100.')
  expect(queryClient.getQueryData(cartCountQuery.queryKey)).toEqual({ version: 2, lineCount: 3 })
  await addToCart(chain)
  expect(keys[1]).not.toBe(keys[0])
})

test('repeats an addition with the same idempotency key if responses are lost', async () => {
  respond = () => Promise.reject(new Error('lost'))
  const error = await addToCart(chain).catch((cause) => cause)
  expect(formatAdditionError(error)).toMatch(/It won’t be added twice\.$/)
  respond = () => Response.json({ ...added, isRepeated: true })
  expect(await addToCart(chain)).toBe(
    'Nothing was added, because your previous try has already added 50 × Chain. Your cart has 100.',
  )
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  respond = () => Response.json(added)
  expect(await addToCart(chain)).toMatch(/^Added to cart/)
  expect(keys[3]).not.toBe(keys[0])
})

test('confirms an addition whose first response is lost', async () => {
  respond = () =>
    keys.length === 1
      ? Promise.reject(new Error('lost'))
      : Response.json({ ...added, isRepeated: true })
  expect(await addToCart(chain)).toMatch(/^Added to cart/)
  expect(keys[1]).toBe(keys[0])
})

test('adds twice if the user presses two buttons of one part at the same time', async () => {
  await Promise.all([addToCart(chain), addToCart(chain)])
  expect(new Set(keys).size).toBe(2)
})

test('keeps the key of a lost addition although another quantity of the part is added', async () => {
  respond = () => Promise.reject(new Error('lost'))
  await addToCart(chain).catch(() => {})
  respond = () => Response.json(added)
  await addToCart({ ...chain, quantity: 10 })
  await addToCart(chain)
  expect(keys[3]).toBe(keys[0])
  expect(new Set(keys).size).toBe(2)
})

test('uses a new idempotency key after a refusal', async () => {
  const problem = { type: '', title: 'Full', status: 409, code: 'cart_full' }
  respond = () => Response.json(problem, { status: 409 })
  await expect(addToCart(chain)).rejects.toThrow('Full')
  await expect(addToCart(chain)).rejects.toThrow('Full')
  expect(keys[1]).not.toBe(keys[0])
})

test('reports the problems of the line', async () => {
  const problems = [{ detail: 'You can order maximum 80 pieces' }]
  respond = () => Response.json({ ...added, lines: [{ quantity: 50, problems }] })
  expect(await addToCart(chain)).toBe('Added to cart: 50 × Chain. You can order maximum 80 pieces.')
})

test('adds to the visitor’s cart, or reports that the browser has no storage', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  vi.stubGlobal('dispatchEvent', () => true)
  stubStorage('localStorage')
  expect(await addToCart(chain)).toBe('Added to cart: 50 × Chain.')
  expect(await addToCart(chain)).toBe('Added to cart: 50 × Chain. Your cart now has 100.')
  vi.stubGlobal('localStorage', undefined)
  const error = await addToCart(chain).catch((cause) => cause)
  expect(formatAdditionError(error)).toMatch(/^Your browser/)
  expect(keys).toEqual([])
})
