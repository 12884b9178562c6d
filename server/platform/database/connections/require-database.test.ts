import { expect, inject, test } from 'vitest'
import { refuseOtherDatabaseUrls, requireDatabase } from './require-database.ts'

const UNREACHABLE = 'postgresql://nobody@127.0.0.1:1/nowhere'

test('names the setting whose database is unreachable', async () => {
  const databaseUrl = new URL('/postgres', inject('templateDatabaseUrl'))
  databaseUrl.search = new URL(inject('templateDatabaseUrl')).search
  const reachable = databaseUrl.href
  await requireDatabase({ databaseUrl: reachable, databaseDirectUrl: reachable })
  await expect(
    requireDatabase({ databaseUrl: UNREACHABLE, databaseDirectUrl: UNREACHABLE }),
  ).rejects.toThrow(/^Cannot connect to the PostgreSQL of DATABASE_URL at 127\.0\.0\.1:1 /)
  await expect(
    requireDatabase({ databaseUrl: reachable, databaseDirectUrl: UNREACHABLE }),
  ).rejects.toThrow(/^Cannot connect to the PostgreSQL of DATABASE_DIRECT_URL at 127\.0\.0\.1:1 /)
})

test('the error contains port 5432 if the URL has no port', async () => {
  const unreachable = 'postgresql://nobody@127.0.0.1/nowhere?port=1'
  await expect(
    requireDatabase({ databaseUrl: unreachable, databaseDirectUrl: unreachable }),
  ).rejects.toThrow('DATABASE_URL at 127.0.0.1:5432')
})

test('refuses other database URLs if the embedded PostgreSQL is used', () => {
  refuseOtherDatabaseUrls({ DATABASE_READ_URL: '' })
  expect(() => refuseOtherDatabaseUrls({ DATABASE_READ_URL: UNREACHABLE })).toThrow(
    'DATABASE_READ_URL is set but DATABASE_URL is not',
  )
})
