import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { expect, test, vi } from 'vitest'
import { makeAdmin } from './change-user.ts'

test.each([
  [true, 1],
  [false, 0],
])(
  'after a lost response, making an admin reads the role: admin %s',
  async (admin, modifiedCount) => {
    const lost = Promise.reject(new TypeError('Failed to fetch'))
    const send = vi
      .fn(async (_url: string, { method }: RequestInit) =>
        Response.json(method === 'GET' ? { admin } : { modifiedCount: 0 }),
      )
      .mockReturnValueOnce(lost)
    vi.stubGlobal('fetch', send)
    vi.stubGlobal('localStorage', { getItem: () => 'token' })
    const { send: makeAdminOnce } = makeAdmin({ email: 'ada@dealer.example' } as ListedUser)
    expect(await makeAdminOnce()).toEqual({ modifiedCount })
    expect(send).toHaveBeenCalledTimes(3)
  },
)

test('reports a new admin although only the repeated request arrived', async () => {
  const send = vi
    .fn(async () => Response.json({ modifiedCount: 1 }))
    .mockReturnValueOnce(Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  const { send: makeAdminOnce } = makeAdmin({ email: 'ada@dealer.example' } as ListedUser)
  expect(await makeAdminOnce()).toEqual({ modifiedCount: 1 })
  expect(send).toHaveBeenCalledTimes(2)
})
