import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { readConfig } from '../../../config.ts'
import { fewConnections } from './few-connections.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const told = (settings: Record<string, string>) =>
  fewConnections(readConfig({ ...testSettings, DATABASE_URL: database.databaseUrl, ...settings }))

test('who may want more connections than PostgreSQL lets in is told so, with the numbers', async () => {
  expect(await told({ WORKERS: '2', DATABASE_CONNECTIONS_MAX: '1000' })).toMatch(
    /^PostgreSQL lets in \d+ at a time .*, and this shop may want 2012 connections: WORKERS \(2\) times 1005, and 2\./,
  )
  const few = { DATABASE_CONNECTIONS_MAX: '2' }
  expect(await told({ ...few, WORKERS: '10', JOBS_CONNECTIONS_MAX: '100' })).toMatch(
    / 1032 connections: WORKERS \(10\) times 103, and 2\./,
  )
  expect(await told(few)).toBeUndefined()
})

test('behind a pooler what is past it counts alone', async () => {
  const pooled = {
    DATABASE_URL: `${database.databaseUrl}&application_name=pooled`,
    DATABASE_DIRECT_URL: database.databaseUrl,
  }
  expect(await told({ ...pooled, DATABASE_CONNECTIONS_MAX: '1000' })).toBeUndefined()
})
