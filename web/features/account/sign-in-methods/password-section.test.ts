import { expect, test, vi } from 'vitest'
import { changePassword } from './password-section.tsx'

test('a changed password is no error if the new token cannot be read', async () => {
  const fetch = vi.fn(async (url: string) =>
    url === '/api/auth/change-password' ? Response.json({}) : Response.json({}, { status: 503 }),
  )
  vi.stubGlobal('fetch', fetch)
  await changePassword({ current: 'hub', next: 'hub-by-hub' })
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    '/api/auth/change-password',
    '/api/auth/get-session',
  ])
})
