import { expect, inject, test } from 'vitest'
import { requireDatabase, requireOneWay } from './require-database.ts'

const AWAY = 'postgresql://nobody@127.0.0.1:1/nowhere'

test('the way that leads nowhere is named', async () => {
  const databaseUrl = new URL('/postgres', inject('templateDatabaseUrl'))
  databaseUrl.search = new URL(inject('templateDatabaseUrl')).search
  const there = databaseUrl.href
  await requireDatabase({ databaseUrl: there, databaseDirectUrl: there })
  await expect(requireDatabase({ databaseUrl: AWAY, databaseDirectUrl: AWAY })).rejects.toThrow(
    /^The PostgreSQL of DATABASE_URL, at 127\.0\.0\.1:1, does not let the shop in/,
  )
  await expect(requireDatabase({ databaseUrl: there, databaseDirectUrl: AWAY })).rejects.toThrow(
    /^The PostgreSQL of DATABASE_DIRECT_URL, at 127\.0\.0\.1:1, does not let the shop in/,
  )
})

test('names the default port where the URL has none', async () => {
  const away = 'postgresql://nobody@127.0.0.1/nowhere?port=1'
  await expect(requireDatabase({ databaseUrl: away, databaseDirectUrl: away })).rejects.toThrow(
    'at 127.0.0.1:5432, does not let the shop in',
  )
})

test('other ways beside the embedded PostgreSQL are refused', () => {
  requireOneWay({ DATABASE_READ_URL: '' })
  expect(() => requireOneWay({ DATABASE_READ_URL: AWAY })).toThrow(
    'DATABASE_READ_URL is set and DATABASE_URL is not',
  )
})
