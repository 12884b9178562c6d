import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readIds } from '../../../tests/support/shop/api-client.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addUsers } from '../../../tests/support/shop/users.ts'

const HOUR_MS = 3600_000
const now = Date.now()
/** Three times, each an hour after the one before. */
const times = [2, 1, 0].map((hours) => new Date(now - hours * HOUR_MS))

const shop = await startTestShop()
const admin = await addAdmin(shop)
const part = await addPart(shop)
afterAll(() => shop.close())

/** Adds a row for each time. Returns their ids, the oldest first. */
type AddRows = () => Promise<string[]>

const addRows = async (insert: (id: string, at: Date) => { execute: () => Promise<unknown> }) => {
  // Sorted, because ids of the same millisecond are in no order.
  const ids = times.map(() => randomUUIDv7()).toSorted()
  for (const [n, id] of ids.entries()) await insert(id, times[n] as Date).execute()
  return ids
}

const lists: [name: string, path: () => string, add: AddRows][] = [
  [
    'users',
    () => '/allUsers?search=person',
    async () => {
      const ids = (await addUsers(shop, times.length)).map(({ id }) => id).toSorted()
      for (const [n, id] of ids.entries()) {
        const created = { created_at: times[n] as Date }
        await shop.db.updateTable('users').set(created).where('id', '=', id).execute()
      }
      return ids
    },
  ],
  [
    'reviews',
    () => '/api/reviews',
    () =>
      addRows((id, created_at) =>
        shop.db
          .insertInto('reviews')
          .values({ id, user_id: admin.id, name: 'Ada', rating: 5, comment: '', created_at }),
      ),
  ],
  [
    'imports',
    () => '/api/imports',
    () =>
      addRows((id, created_at) =>
        shop.db
          .insertInto('part_imports')
          .values({ id, file_name: 'x', state: 'applied', by_user: admin.id, created_at }),
      ),
  ],
  [
    'edits of a part',
    () => `/api/parts/${part}/edits`,
    () =>
      addRows((id, at) =>
        shop.db
          .insertInto('part_edits')
          .values({ id, part_id: part, kind: 'changed', changes: '{}', at }),
      ),
  ],
]

test.each(lists)('lists the rows of a period: %s', async (_, path, add) => {
  const [oldest, middle, newest] = await add()
  const [, second = new Date(), third = new Date()] = times
  const list = async (query: string) => {
    const separator = path().includes('?') ? '&' : '?'
    const response = await admin.call('GET', `${path()}${separator}${query}`)
    return readIds(response).filter((id) => [oldest, middle, newest].includes(id))
  }
  expect(await list(`from=${second.toISOString()}`)).toEqual([newest, middle])
  expect(await list(`until=${second.toISOString()}`)).toEqual([oldest])
  const middleHour = `from=${second.toISOString()}&until=${third.toISOString()}`
  expect(await list(middleHour)).toEqual([middle])
  expect(await list('from=2001-01-01T00:00:00Z&until=2001-01-02T00:00:00Z')).toEqual([])
})

test('refuses the year 0, which PostgreSQL does not have', async () => {
  for (const field of ['from', 'until']) {
    const { status, body } = await admin.call('GET', `/allUsers?${field}=0000-02-29T00:00:00Z`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  }
})

test('lists the role changes of a period', async () => {
  for (const changed_at of times) {
    const change = { id: randomUUIDv7(), user_id: admin.id, role: 'admin' as const, changed_at }
    const email = `${changed_at.getTime()}@freehub.example`
    await shop.db
      .insertInto('role_changes')
      .values({ ...change, email })
      .execute()
  }
  const [, middle, newest] = times.map((time) => time.toISOString())
  const { body } = await admin.call('GET', `/api/role-changes?from=${middle}&until=${newest}`)
  expect(body).toMatchObject([{ email: `${times[1]?.getTime()}@freehub.example`, at: middle }])
})
