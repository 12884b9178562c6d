import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { connect, type Db } from './connections/connect.ts'
import { prepared } from './prepared.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = connect(database.databaseUrl, () => {}).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('what begins as prepared is parsed once by a connection, whatever its values', async () => {
  await db.connection().execute(async (one) => {
    const sum = async (a: number, b: number) => {
      const { rows } = await sql<{
        sum: number
      }>`${prepared} select ${a}::int + ${b}::int as sum`.execute(one)
      return rows[0]?.sum
    }
    expect([await sum(1, 2), await sum(30, 4), await sum(5, 600)]).toEqual([3, 34, 605])
    await sql`select ${1}::int`.execute(one)
    const { rows } = await sql<{ statement: string; plans: number }>`
      select statement, generic_plans + custom_plans as plans from pg_prepared_statements
      where statement not like '%pg_prepared_statements%'`.execute(one)
    expect(rows).toEqual([
      { statement: '/* prepared */ select $1::int + $2::int as sum', plans: 3 },
    ])
  })
})

test('what cannot be parsed fails each time, and the connection goes on', async () => {
  await db.connection().execute(async (one) => {
    for (let n = 0; n < 2; n++) {
      await expect(sql`${prepared} select nonsense`.execute(one)).rejects.toThrow('nonsense')
    }
    expect((await sql`${prepared} select 1 as one`.execute(one)).rows).toEqual([{ one: 1 }])
  })
})
