import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../testing/stub-storage.ts'
import { call, onForcedSignOut } from './call.ts'
import { readPage } from './lists/paged-list.ts'

let storage: Map<string, string>
const signOut = vi.fn()
let respond: (path: string, init: RequestInit) => Response
let requests: { path: string; authorization: string | null }[]

beforeEach(() => {
  signOut.mockReset()
  onForcedSignOut(signOut)
  requests = []
  vi.stubGlobal('document', {})
  storage = stubStorage('localStorage', new Map([['accessToken', 'old']]))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, authorization: new Headers(init.headers).get('Authorization') })
    return respond(path, init)
  })
})

test('the message of an internal error contains the request ID, by which staff find the error in the log', async () => {
  const title = 'Something went wrong on our side. Try again.'
  const fault = { type: 'about:blank', title, status: 500, code: 'internal', requestId: 'b2e0-77' }
  respond = () => Response.json(fault, { status: 500 })
  await expect(call('GET', '/parts')).rejects.toThrow(
    `${title} If the problem continues, contact us with this reference: b2e0-77`,
  )
})

const refuse = (status: number) =>
  Response.json({ type: 'about:blank', title: 'No.', status, code: 'token_invalid' }, { status })

/** Stubs a server that accepts only the token `new`, and issues it if there is a session. */
function stubServer({ session = true } = {}) {
  respond = (path, init) => {
    if (path === '/api/auth/get-session')
      return Response.json(session ? { user: { email: 'a@b.example', name: 'A' } } : null)
    if (path === '/user/a%40b.example') return Response.json({ token: 'new' })
    const token = new Headers(init.headers).get('Authorization')
    return token === 'Bearer new' ? Response.json({ path }) : refuse(401)
  }
}

test('renews an expired token and repeats the call', async () => {
  stubServer()
  await expect(call('GET', '/myOrders')).resolves.toEqual({ path: '/myOrders' })
  expect(storage.get('accessToken')).toBe('new')
  expect(signOut).not.toHaveBeenCalled()
})

test('concurrent calls share one renewal of the access token', async () => {
  stubServer()
  await Promise.all([call('GET', '/one'), call('GET', '/two'), call('GET', '/three')])
  expect(requests.filter(({ path }) => path.startsWith('/user/'))).toHaveLength(1)
})

test('signs the user out once if there is no session', async () => {
  stubServer({ session: false })
  await expect(call('GET', '/myOrders')).rejects.toMatchObject({ status: 401 })
  expect(signOut).toHaveBeenCalledOnce()
  expect(requests.filter(({ path }) => path === '/myOrders')).toHaveLength(1)
})

test('a forbidden call is not repeated and signs the user out', async () => {
  respond = () => refuse(403)
  await expect(call('GET', '/allOrders')).rejects.toMatchObject({ status: 403 })
  expect(requests).toHaveLength(1)
  expect(signOut).toHaveBeenCalledOnce()
})

test('a plain call sends no token and never signs the user out', async () => {
  respond = () => refuse(401)
  await expect(call('GET', '/reviews', { withoutToken: true })).rejects.toMatchObject({
    status: 401,
  })
  expect(requests).toEqual([{ path: '/reviews', authorization: null }])
  expect(signOut).not.toHaveBeenCalled()
})

test('a network failure has a readable message', async () => {
  respond = () => {
    throw new TypeError('fetch failed')
  }
  await expect(call('GET', '/parts')).rejects.toThrow(/^The shop cannot be reached/)
})

test('a response whose body is lost is a network failure, but not if the caller aborted', async () => {
  respond = () => {
    const lose = (body: ReadableStreamDefaultController) => body.error(new TypeError('lost'))
    return new Response(new ReadableStream({ pull: lose }))
  }
  await expect(call('PATCH', '/api/cart')).rejects.toMatchObject({ status: 0 })
  const { signal } = new AbortController()
  await expect(readPage('/api/imports', signal)).rejects.toMatchObject({ status: 0 })
  await expect(call('GET', '/parts', { signal: AbortSignal.abort() })).rejects.toThrow(/^lost$/)
})

test('an error response without a problem keeps its status', async () => {
  respond = () => new Response('<html>', { status: 502 })
  await expect(call('GET', '/parts')).rejects.toMatchObject({ status: 502 })
})
