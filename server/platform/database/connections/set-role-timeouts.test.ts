import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { readConfig } from '../../../config.ts'
import { setRoleTimeouts } from './set-role-timeouts.ts'

test('sets the role’s timeouts only behind a pooler and only if they differ', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
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
  await client.end()
  await drop()
})
