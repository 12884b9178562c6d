import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { onExpelled } from './expelled.ts'

const kept = new Map<string, string>()
const expelled = vi.fn()
let answers: (path: string, init: RequestInit) => Response
let sent: { path: string; authorization: string | null }[]

beforeEach(() => {
  kept.clear()
  kept.set('accessToken', 'old')
  expelled.mockReset()
  onExpelled(expelled)
  sent = []
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, authorization: new Headers(init.headers).get('Authorization') })
    return answers(path, init)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('who meets a fault of the shop is told the number by which the staff find it', async () => {
  const title = 'Something went wrong on our side. Try again.'
  const fault = { type: 'about:blank', title, status: 500, code: 'internal', requestId: 'b2e0-77' }
  answers = () => Response.json(fault, { status: 500 })
  await expect(call('GET', '/parts')).rejects.toThrow(
    `${title} If it stays so, tell us this number: b2e0-77`,
  )
})

const refused = (status: number) =>
  Response.json({ type: 'about:blank', title: 'No.', status, code: 'token_invalid' }, { status })

/** A shop that knows the token `new` alone, and gives it to whoever has a session. */
function shop({ session = true } = {}) {
  answers = (path, init) => {
    if (path === '/api/auth/get-session')
      return Response.json(session ? { user: { email: 'a@b.example', name: 'A' } } : null)
    if (path === '/user/a%40b.example') return Response.json({ token: 'new' })
    const token = new Headers(init.headers).get('Authorization')
    return token === 'Bearer new' ? Response.json({ path }) : refused(401)
  }
}

test('a token that ran out is renewed silently and the call repeated', async () => {
  shop()
  await expect(call('GET', '/myOrders')).resolves.toEqual({ path: '/myOrders' })
  expect(kept.get('accessToken')).toBe('new')
  expect(expelled).not.toHaveBeenCalled()
})

test('calls at the same time share one renewal', async () => {
  shop()
  await Promise.all([call('GET', '/one'), call('GET', '/two'), call('GET', '/three')])
  expect(sent.filter(({ path }) => path.startsWith('/user/'))).toHaveLength(1)
})

test('without a session the visitor is told to login again, once', async () => {
  shop({ session: false })
  await expect(call('GET', '/myOrders')).rejects.toMatchObject({ status: 401 })
  expect(expelled).toHaveBeenCalledOnce()
  expect(sent.filter(({ path }) => path === '/myOrders')).toHaveLength(1)
})

test('what is forbidden is not tried again', async () => {
  answers = () => refused(403)
  await expect(call('GET', '/allOrders')).rejects.toMatchObject({ status: 403 })
  expect(sent).toHaveLength(1)
  expect(expelled).toHaveBeenCalledOnce()
})

test('a plain call carries no token and expels nobody', async () => {
  answers = () => refused(401)
  await expect(call('GET', '/reviews', { plain: true })).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual([{ path: '/reviews', authorization: null }])
  expect(expelled).not.toHaveBeenCalled()
})

test('trouble on the way is a sentence that a person understands', async () => {
  answers = () => {
    throw new TypeError('fetch failed')
  }
  await expect(call('GET', '/parts')).rejects.toThrow(/^The shop cannot be reached/)
})

test("a proxy's page is told plainly", async () => {
  answers = () => new Response('<html>', { status: 502 })
  await expect(call('GET', '/parts')).rejects.toMatchObject({ status: 502 })
})
