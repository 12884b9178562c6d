import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { readConfig } from '../../../config.ts'
import { checkConnectionLimit } from './check-connection-limit.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const warn = (settings: Record<string, string>) =>
  checkConnectionLimit(
    readConfig({ ...testSettings, DATABASE_URL: database.databaseUrl, ...settings }),
  )

test('warns with numbers if the shop may open more connections than PostgreSQL accepts', async () => {
  expect(await warn({ WORKERS: '2', DATABASE_CONNECTIONS_MAX: '1000' })).toMatch(
    /^PostgreSQL accepts \d+ connections .*, but this shop may open 2012: WORKERS \(2\) times 1005, and 2\./,
  )
  const few = { DATABASE_CONNECTIONS_MAX: '2' }
  expect(await warn({ ...few, WORKERS: '10', JOBS_CONNECTIONS_MAX: '100' })).toMatch(
    / 1032: WORKERS \(10\) times 103, and 2\./,
  )
  expect(await warn(few)).toBeUndefined()
})

test('counts only direct connections behind a pooler', async () => {
  const pooled = {
    DATABASE_URL: `${database.databaseUrl}&application_name=pooled`,
    DATABASE_DIRECT_URL: database.databaseUrl,
  }
  expect(await warn({ ...pooled, DATABASE_CONNECTIONS_MAX: '1000' })).toBeUndefined()
})
