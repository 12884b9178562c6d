import { expect, test } from 'vitest'
import { queryOnce } from '../../../tests/support/database/query.ts'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { refuseSandboxDatabase, refuseUnrelatedDatabase } from './refuse-database.ts'

test('accepts a database without tables', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  try {
    await queryOnce(databaseUrl, 'drop schema public cascade; create schema public')
    await expect(refuseUnrelatedDatabase(databaseUrl)).resolves.toBeUndefined()
    await expect(refuseSandboxDatabase(databaseUrl)).resolves.toBeUndefined()
  } finally {
    await drop()
  }
})
