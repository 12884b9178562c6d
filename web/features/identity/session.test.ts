import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onForcedSignOut } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { stubStorage } from '../../testing/stub-storage.ts'
import { callAuthApi } from './login/sign-in.ts'
import { endRejectedSession, type Session, sessionQuery, signOut, toSession } from './session.ts'

let storage: Map<string, string>
const identity = { email: 'a@b.example', name: 'A', image: null, emailConfirmed: true }
const user = { ...identity, admin: false }
let responses: Record<string, () => Response | Promise<Response>>
let requestedPaths: string[]
let stopObserving: () => void

beforeEach(() => {
  vi.useFakeTimers()
  requestedPaths = []
  responses = {
    '/api/auth/get-session': () => Response.json({ user: { ...identity, emailVerified: true } }),
    '/api/auth/sign-out': () => Response.json({ success: true }),
    '/user/a%40b.example': () => Response.json({ token: 'token' }),
    '/user/admin/a%40b.example': () => Response.json({ admin: false }),
  }
  vi.stubGlobal('document', {})
  storage = stubStorage('localStorage', new Map([['accessToken', 'token']]))
  vi.stubGlobal('fetch', async (path: string) => {
    requestedPaths.push(path)
    return responses[path]?.() ?? new Response('', { status: 404 })
  })
  onForcedSignOut(() => {})
  stopObserving = () => {}
})

afterEach(() => {
  stopObserving()
  queryClient.clear()
  vi.useRealTimers()
})

const failWith = (status: number) => () => new Response('', { status })

const cachedSession = () => queryClient.getQueryData(sessionQuery.queryKey)

/** Observes the session query as a screen does. */
function observeSession(): () => Session {
  const observer = new QueryObserver(queryClient, sessionQuery)
  stopObserving = observer.subscribe(() => {})
  return () => toSession(observer.getCurrentResult())
}

test('reports a user with a session as signed in', async () => {
  const session = observeSession()
  expect(session().status).toBe('loading')
  await vi.runAllTimersAsync()
  expect(session()).toEqual({ status: 'signedIn', user })
})

test.each([429, 500, 503])(
  'keeps the status "loading" while responses are %i for a short time',
  async (status) => {
    const okResponse = responses['/api/auth/get-session']
    responses['/api/auth/get-session'] = failWith(status)
    const session = observeSession()
    await vi.advanceTimersByTimeAsync(1500)
    expect(session().status).toBe('loading')
    responses['/api/auth/get-session'] = okResponse as () => Response
    await vi.runAllTimersAsync()
    expect(session().status).toBe('signedIn')
  },
)

test.each([429, 500])(
  'reports an unknown session after repeated responses %i, and reads it on a retry',
  async (status) => {
    const okResponse = responses['/user/admin/a%40b.example']
    responses['/user/admin/a%40b.example'] = failWith(status)
    const session = observeSession()
    await vi.runAllTimersAsync()
    const unknown = session()
    expect(unknown).toMatchObject({ status: 'unknown', error: { status } })
    expect(storage.get('accessToken')).toBe('token')

    responses['/user/admin/a%40b.example'] = okResponse as () => Response
    if (unknown.status === 'unknown') unknown.retry()
    await vi.runAllTimersAsync()
    expect(session().status).toBe('signedIn')
  },
)

test('keeps the user signed in if a change has replaced the session meanwhile', async () => {
  const okResponse = responses['/api/auth/get-session'] as () => Response
  responses['/api/auth/get-session'] = () => {
    responses['/api/auth/get-session'] = okResponse
    return Response.json(null)
  }
  const session = observeSession()
  await vi.runAllTimersAsync()
  expect(session()).toEqual({ status: 'signedIn', user })
})

test('keeps the user signed in during an outage', async () => {
  const session = observeSession()
  await vi.runAllTimersAsync()
  responses['/api/auth/get-session'] = failWith(500)
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  await vi.runAllTimersAsync()
  expect(session().status).toBe('signedIn')
})

test('reports a missing session as signed out', async () => {
  responses['/api/auth/get-session'] = () => Response.json(null)
  const session = observeSession()
  await vi.runAllTimersAsync()
  expect(session().status).toBe('signedOut')
})

test.each(['/api/auth/get-session', '/user/a%40b.example', '/user/admin/a%40b.example'])(
  'reports a 401 of %s as signed out',
  async (path) => {
    storage.clear()
    responses[path] = failWith(401)
    const session = observeSession()
    await vi.runAllTimersAsync()
    expect(session().status).toBe('signedOut')
    expect(storage.has('accessToken')).toBe(false)
  },
)

test('forces a sign-out once if the session of a shown user has ended elsewhere', async () => {
  const onSignOut = vi.fn(endRejectedSession)
  onForcedSignOut(onSignOut)
  const session = observeSession()
  await vi.runAllTimersAsync()
  queryClient.setQueryData(['orders'], ['private'])
  responses['/api/auth/get-session'] = () => Response.json(null)
  for (let n = 0; n < 2; n++) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await vi.runAllTimersAsync()
  }
  expect([session().status, onSignOut.mock.calls.length]).toEqual(['signedOut', 1])
  expect(queryClient.getQueryData(['orders'])).toBeUndefined()
})

test('clears the session and the token on sign-out', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, user)
  await expect(signOut()).resolves.toBe(true)
  expect(requestedPaths).toContain('/api/auth/sign-out')
  expect(cachedSession()).toBeNull()
  expect(storage.has('accessToken')).toBe(false)
})

test('stays signed out when a read of the session ends after the sign-out', async () => {
  const { promise: staffFlag, resolve: endRead } = Promise.withResolvers<Response>()
  responses['/user/admin/a%40b.example'] = () => staffFlag
  queryClient.setQueryData(sessionQuery.queryKey, user, { updatedAt: 0 })
  const session = observeSession()
  await vi.advanceTimersByTimeAsync(0)
  expect(requestedPaths).toContain('/user/admin/a%40b.example')
  await signOut()
  endRead(Response.json({ admin: false }))
  await vi.runAllTimersAsync()
  expect(session().status).toBe('signedOut')
})

test('signOut returns false without a session', async () => {
  responses['/api/auth/get-session'] = () => Response.json(null)
  await expect(signOut()).resolves.toBe(false)
  expect(requestedPaths).not.toContain('/api/auth/sign-out')
})

test.each([429, 500])(
  'states that the user is still signed in if the sign-out returns %i',
  async (status) => {
    queryClient.setQueryData(sessionQuery.queryKey, user)
    responses['/api/auth/sign-out'] = failWith(status)
    await expect(signOut()).rejects.toMatchObject({
      name: 'CallError',
      status,
      message: expect.stringMatching(/^You are still signed in/),
    })
    expect(cachedSession()).toEqual(user)
    expect(storage.get('accessToken')).toBe('token')
  },
)

test('clears a rejected session even if the server cannot end it', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, user)
  responses['/api/auth/sign-out'] = failWith(500)
  endRejectedSession()
  await vi.advanceTimersByTimeAsync(0)
  expect(requestedPaths).toEqual(['/api/auth/sign-out'])
  expect(cachedSession()).toBeNull()
  expect(storage.has('accessToken')).toBe(false)
})

test('signs in only after all sign-outs of rejected sessions have ended', async () => {
  const { promise: signOutResponse, resolve: endSignOut } = Promise.withResolvers<Response>()
  responses['/api/auth/sign-out'] = () => signOutResponse
  responses['/api/auth/sign-in/email'] = () => Response.json({ user: identity })
  endRejectedSession()
  responses['/api/auth/sign-out'] = () => Response.json({ success: true })
  endRejectedSession()
  const signedIn = callAuthApi('/api/auth/sign-in/email', { email: identity.email })
  await vi.advanceTimersByTimeAsync(0)
  expect(requestedPaths).toEqual(['/api/auth/sign-out', '/api/auth/sign-out'])
  endSignOut(new Response('', { status: 500 }))
  await expect(signedIn).resolves.toEqual({ user: identity })
})
