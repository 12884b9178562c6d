import { expect, test } from 'vitest'
import { CallError } from '../../../api/call-error.ts'
import { formatFailures, sendRemovals } from './remove-parts-dialog.tsx'

const parts = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const createError = (status: number, title: string) =>
  new CallError({ type: 'about:blank', title, status, code: 'network_failed' })

test('removes the other parts after a failure, and returns the reason for each failed part', async () => {
  const removedIds: string[] = []
  const failures = await sendRemovals(parts, 'archived', async ({ _id }) => {
    if (_id === 'b') throw createError(503, 'Too busy.')
    if (_id === 'c') return { deletedCount: 0 }
    removedIds.push(_id)
    return { deletedCount: 1 }
  })
  expect(removedIds).toEqual(['a', 'd'])
  expect([...failures]).toEqual([
    ['b', 'The product may have been archived. Too busy.'],
    ['c', 'This product was already deleted.'],
  ])
})

test('reports a part that the server archived instead of deleting it', async () => {
  const remove = async () => ({ deletedCount: 1, archived: true as const })
  expect([...(await sendRemovals(parts.slice(0, 1), 'deleted', remove)).values()]).toEqual([
    'This product was archived instead of deleted, because it has been ordered.',
  ])
  expect((await sendRemovals(parts, 'archived', remove)).size).toBe(0)
})

test.each([0, 401, 403])(
  'stops after a network failure or a rejected session (%i), and reports the remaining parts as failed',
  async (status) => {
    const sentIds: string[] = []
    const failures = await sendRemovals(parts, 'deleted', async ({ _id }) => {
      sentIds.push(_id)
      if (_id === 'b') throw createError(status, 'Not now.')
      return { deletedCount: 1 }
    })
    expect(sentIds).toEqual(['a', 'b'])
    const rest = 'The product was not deleted. Not now.'
    expect(Object.fromEntries(failures)).toEqual({
      b: status === 0 ? 'The product may have been deleted. Not now.' : rest,
      c: rest,
      d: rest,
    })
  },
)

test('names the products that were archived instead or already deleted', async () => {
  const named = parts.map(({ _id }) => ({ _id, name: `Hub ${_id}`, sku: null, isOrdered: false }))
  const failures = await sendRemovals(named, 'deleted', async ({ _id }) => {
    if (_id === 'a') throw createError(503, 'Too busy.')
    if (_id === 'b') return { deletedCount: 0 }
    return { deletedCount: 1, archived: true }
  })
  expect(formatFailures(named, failures, 'deleted')).toBe(
    '4 of 4 products may not have been deleted. 2 products were archived instead of deleted, because they have been ordered: Hub c, Hub d. 1 product was already deleted: Hub b.',
  )
  expect(formatFailures(named, new Map([['a', 'Too busy.']]), 'deleted')).toBe(
    '1 of 4 products was not deleted.',
  )
})
