import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

test('creates separate migrated databases and drops one with open connections', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(one.databaseUrl).not.toBe(two.databaseUrl)

  const client = new pg.Client({ connectionString: one.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from migrations')
  expect(rows[0].count).toBeGreaterThan(0)

  await one.drop()
  await expect(client.query('select 1')).rejects.toThrow(/terminat|connection/i)
  await two.drop()
})
