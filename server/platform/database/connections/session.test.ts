import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { openSession } from './session.ts'

test('PostgreSQL learns within half a minute of a machine that is gone with its locks', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const session = await openSession(databaseUrl, 'freehub-test')
  // In force over TCP alone.
  const { rows } = await session.query(
    `select json_object_agg(name, reset_val::int) as asked from pg_settings
    where name like 'tcp_keepalives_%'`,
  )
  const asked = rows[0].asked
  const seconds =
    asked.tcp_keepalives_idle + asked.tcp_keepalives_interval * asked.tcp_keepalives_count
  expect(asked.tcp_keepalives_idle).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(30)
  await session.end()
  await drop()
})
