import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { connect } from './connect.ts'
import { prepared } from './prepared-statements.ts'

const database = await createTestDatabase()
const db = connect(database.databaseUrl, () => {}).db
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('prepares a statement once per connection', async () => {
  await db.connection().execute(async (connection) => {
    const sum = async (a: number, b: number) => {
      const { rows } = await sql<{
        sum: number
      }>`${prepared} select ${a}::int + ${b}::int as sum`.execute(connection)
      return rows[0]?.sum
    }
    expect([await sum(1, 2), await sum(30, 4), await sum(5, 600)]).toEqual([3, 34, 605])
    await sql`select ${1}::int`.execute(connection)
    const { rows } = await sql<{ statement: string; plans: number }>`
      select statement, generic_plans + custom_plans as plans from pg_prepared_statements
      where statement not like '%pg_prepared_statements%'`.execute(connection)
    expect(rows).toEqual([
      { statement: '/* prepared */ select $1::int + $2::int as sum', plans: 3 },
    ])
  })
})

test('keeps the connection after an invalid prepared statement has failed twice', async () => {
  await db.connection().execute(async (connection) => {
    for (let n = 0; n < 2; n++) {
      await expect(sql`${prepared} select nonsense`.execute(connection)).rejects.toThrow('nonsense')
    }
    expect((await sql`${prepared} select 1 as one`.execute(connection)).rows).toEqual([{ one: 1 }])
  })
})
