import type { QueryKey } from '@tanstack/react-query'
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
