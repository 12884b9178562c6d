import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('restarts the first load of a query if its data changes meanwhile', async () => {
  const client = createQueryClient()
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const loads = [first, second]
  const observer = new QueryObserver(client, {
    queryKey: ['orders'],
    queryFn: () => loads.shift()?.promise ?? 'unexpected',
  })
  const unsubscribe = observer.subscribe(() => {})
  const refetched = client.invalidateQueries({ queryKey: ['orders'] })
  first.resolve('before the change')
  second.resolve('after the change')
  await refetched
  expect(observer.getCurrentResult().data).toBe('after the change')
  unsubscribe()
})
