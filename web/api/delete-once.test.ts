import { expect, test, vi } from 'vitest'
import { deleteOnce } from './delete-once.ts'

test('repeats a delete after a lost response, and counts a missing resource as deleted', async () => {
  const fetch = vi.fn(async () => new Response('{}', { status: 404 }))
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetch)
  await deleteOnce('/api/lists/1')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('fails if the server refuses the delete', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 403 }))
  await expect(deleteOnce('/api/lists/1')).rejects.toMatchObject({ status: 403 })
})
