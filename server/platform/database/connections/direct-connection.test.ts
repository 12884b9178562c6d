import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { openDirectConnection } from './direct-connection.ts'

test('lets PostgreSQL notice within 30 seconds that the shop’s machine is lost', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const client = await openDirectConnection(databaseUrl, 'freehub-test')
  // The values in effect are visible only over TCP.
  const { rows } = await client.query(
    `select json_object_agg(name, reset_val::int) as settings from pg_settings
    where name like 'tcp_keepalives_%'`,
  )
  const settings = rows[0].settings
  const seconds =
    settings.tcp_keepalives_idle + settings.tcp_keepalives_interval * settings.tcp_keepalives_count
  expect(settings.tcp_keepalives_idle).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(30)
  await client.end()
  await drop()
})
