import { createTestDatabase } from '@freehub/tests/support/database/test-database'
import { waitUntil } from '@freehub/tests/support/wait-until'
import pg from 'pg'
import { expect, test } from 'vitest'
import { measureShop } from './measure-shop.ts'

test('stops the shop and closes its connections if the data of the calls is missing', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const measured = measureShop({ parts: 0, orders: 0 }, { databaseUrl, seconds: 0 })
  await expect(measured).rejects.toThrow('The shop has no orders')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // The server notices a closed connection only after a moment.
  await waitUntil('all other connections are closed', async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    )
    return rowCount === 0
  })
  await client.end()
  await drop()
})
