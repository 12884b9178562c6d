import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fitCheckQuery, profilesQuery, refetchProfiles } from './fitment-queries.ts'

test('a change of a bike outdates the bikes and the fit checks', () => {
  const client = createQueryClient()
  const keys: QueryKey[] = [profilesQuery.queryKey, fitCheckQuery(['cassette'], 'bike id').queryKey]
  for (const key of keys) client.setQueryData(key, {})
  refetchProfiles(client)
  for (const key of keys) expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})

test('the fit check of the last part is not shown after the part is removed', () => {
  const client = createQueryClient()
  const check = { missing: [] }
  const key: QueryKey = fitCheckQuery(['cassette'], 'wheel').queryKey
  client.setQueryData(key, check)
  const observer = new QueryObserver(client, fitCheckQuery(['cassette'], 'wheel'))
  expect(observer.getCurrentResult().data).toBe(check)
  observer.setOptions(fitCheckQuery([], 'wheel'))
  expect(observer.getCurrentResult().data).toBeUndefined()
})
