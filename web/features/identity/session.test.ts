import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onExpelled } from '../../api/expelled.ts'
import { queryClient } from '../../api/query-client.ts'
import { endRefusedSession, type Session, sessionOf, sessionQuery, signOut } from './session.ts'

const kept = new Map<string, string>()
const identity = { email: 'a@b.example', name: 'A', image: null, emailConfirmed: true }
const user = { ...identity, admin: false }
let answers: Record<string, () => Response>
let sent: string[]
let stopWatching: () => void

beforeEach(() => {
  vi.useFakeTimers()
  kept.clear()
  kept.set('accessToken', 'token')
  sent = []
  answers = {
    '/api/auth/get-session': () => Response.json({ user: { ...identity, emailVerified: true } }),
    '/api/auth/sign-out': () => Response.json({ success: true }),
    '/user/a%40b.example': () => Response.json({ token: 'token' }),
    '/user/admin/a%40b.example': () => Response.json({ admin: false }),
  }
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    return answers[path]?.() ?? new Response('', { status: 404 })
  })
  onExpelled(() => {})
  stopWatching = () => {}
})

afterEach(() => {
  stopWatching()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The shop fails with this status wherever the session is asked for or ended. */
const failing = (status: number) => () => new Response('', { status })

const lastKnown = () => queryClient.getQueryData(sessionQuery.queryKey)

/** Looks at the session as a screen does. */
function watch(): () => Session {
  const observer = new QueryObserver(queryClient, sessionQuery)
  stopWatching = observer.subscribe(() => {})
  return () => sessionOf(observer.getCurrentResult())
}

test('whoever has a session is signed in', async () => {
  const session = watch()
  expect(session().status).toBe('loading')
  await vi.runAllTimersAsync()
  expect(session()).toEqual({ status: 'signedIn', user })
})

test.each([429, 500, 503])('a %i that passes is waited for', async (status) => {
  const well = answers['/api/auth/get-session']
  answers['/api/auth/get-session'] = failing(status)
  const session = watch()
  await vi.advanceTimersByTimeAsync(1500)
  expect(session().status).toBe('loading')
  answers['/api/auth/get-session'] = well as () => Response
  await vi.runAllTimersAsync()
  expect(session().status).toBe('signedIn')
})

test.each([429, 500])(
  'a %i that stays leaves it unknown who is there, until a retry',
  async (status) => {
    const well = answers['/user/admin/a%40b.example']
    answers['/user/admin/a%40b.example'] = failing(status)
    const session = watch()
    await vi.runAllTimersAsync()
    const unknown = session()
    expect(unknown).toMatchObject({ status: 'unknown', error: { status } })
    expect(kept.get('accessToken')).toBe('token')

    answers['/user/admin/a%40b.example'] = well as () => Response
    if (unknown.status === 'unknown') unknown.retry()
    await vi.runAllTimersAsync()
    expect(session().status).toBe('signedIn')
  },
)

test('whoever is signed in stays so through an outage', async () => {
  const session = watch()
  await vi.runAllTimersAsync()
  answers['/api/auth/get-session'] = failing(500)
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  await vi.runAllTimersAsync()
  expect(session().status).toBe('signedIn')
})

test('no session is signed out', async () => {
  answers['/api/auth/get-session'] = () => Response.json(null)
  const session = watch()
  await vi.runAllTimersAsync()
  expect(session().status).toBe('signedOut')
})

test.each(['/api/auth/get-session', '/user/a%40b.example', '/user/admin/a%40b.example'])(
  'a 401 of %s is signed out',
  async (path) => {
    kept.clear()
    answers[path] = failing(401)
    const session = watch()
    await vi.runAllTimersAsync()
    expect(session().status).toBe('signedOut')
    expect(kept.has('accessToken')).toBe(false)
  },
)

test('signing out forgets who was signed in', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, user)
  await expect(signOut()).resolves.toBe(true)
  expect(sent).toContain('/api/auth/sign-out')
  expect(lastKnown()).toBeNull()
  expect(kept.has('accessToken')).toBe(false)
})

test('signing out without a session says so', async () => {
  answers['/api/auth/get-session'] = () => Response.json(null)
  await expect(signOut()).resolves.toBe(false)
  expect(sent).not.toContain('/api/auth/sign-out')
})

test.each([429, 500])(
  'signing out that is answered by %i says that one is still signed in',
  async (status) => {
    queryClient.setQueryData(sessionQuery.queryKey, user)
    answers['/api/auth/sign-out'] = failing(status)
    await expect(signOut()).rejects.toMatchObject({
      name: 'CallError',
      status,
      message: expect.stringMatching(/^You are still signed in/),
    })
    expect(lastKnown()).toEqual(user)
    expect(kept.get('accessToken')).toBe('token')
  },
)

test('a refused session ends here even if the provider cannot end it', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, user)
  answers['/api/auth/sign-out'] = failing(500)
  endRefusedSession()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['/api/auth/sign-out'])
  expect(lastKnown()).toBeNull()
  expect(kept.has('accessToken')).toBe(false)
})
