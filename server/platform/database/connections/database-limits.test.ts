import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { readConfig } from '../../../config.ts'
import { checkConnectionLimit, setRoleTimeouts } from './database-limits.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('sets the timeouts of the database role only behind a pooler, and only if they differ', async () => {
  const { databaseUrl } = database
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const readRoleSettings = async () => {
    const { rows } = await client.query(
      `select xmin, setconfig from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())`,
    )
    return rows
  }
  const start = (settings: object) =>
    setRoleTimeouts(
      readConfig({
        ...testSettings,
        // Any difference between the URLs means that there is a pooler.
        DATABASE_URL: `${databaseUrl}&application_name=pooled`,
        DATABASE_DIRECT_URL: databaseUrl,
        ...settings,
      }),
    )
  await start({ DATABASE_URL: databaseUrl })
  expect(await readRoleSettings()).toEqual([])
  expect(await start({ DATABASE_STATEMENT_SECONDS: '7' })).toBeUndefined()
  const first = await readRoleSettings()
  expect(first[0].setconfig).toContain('statement_timeout=7000')
  await start({ DATABASE_STATEMENT_SECONDS: '7' })
  expect(await readRoleSettings()).toEqual(first)
  await start({ DATABASE_STATEMENT_SECONDS: '8' })
  expect((await readRoleSettings())[0].setconfig).toContain('statement_timeout=8000')
  await client.query(`alter role current_user in database ${client.database} reset all`)
  await client.end()
})

const checkLimit = (settings: Record<string, string>) =>
  checkConnectionLimit(
    readConfig({ ...testSettings, DATABASE_URL: database.databaseUrl, ...settings }),
  )

test('warns with numbers if the shop may open more connections than PostgreSQL accepts', async () => {
  expect(await checkLimit({ WORKERS: '2', DATABASE_CONNECTIONS_MAX: '1000' })).toMatch(
    /^PostgreSQL accepts \d+ connections .*, but this shop may open 2015: WORKERS \(2\) times 1007, and 1\./,
  )
  const few = { DATABASE_CONNECTIONS_MAX: '2' }
  expect(await checkLimit({ ...few, WORKERS: '10', JOBS_CONNECTIONS_MAX: '100' })).toMatch(
    / 1051: WORKERS \(10\) times 105, and 1\./,
  )
  expect(await checkLimit(few)).toBeUndefined()
})

test('with a pooler, counts only direct connections', async () => {
  const pooled = {
    DATABASE_URL: `${database.databaseUrl}&application_name=pooled`,
    DATABASE_DIRECT_URL: database.databaseUrl,
  }
  expect(await checkLimit({ ...pooled, DATABASE_CONNECTIONS_MAX: '1000' })).toBeUndefined()
})
