import { createTestDatabase } from '@freehub/tests/support/database/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { fillParts } from './fill-parts.ts'

test('a failed fill of many parts leaves the trigger that indexes search words enabled', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl })
  await pool.query('alter table part_codes rename to other_codes')
  await expect(fillParts(databaseUrl, 60_000)).rejects.toThrow('part_codes')
  const { rows } = await pool.query(
    "select tgenabled as state from pg_trigger where tgname = 'parts_added'",
  )
  expect(rows).toEqual([{ state: 'O' }])
  await pool.end()
  await drop()
})
