import { expect, test, vi } from 'vitest'
import { CallError, ensureDone, toNetworkProblem, toProblem } from './call-error.ts'

const lost = new CallError(toNetworkProblem(undefined))

test('sends a change again after a lost response, and counts a repeat without effect as done', async () => {
  const send = vi.fn(async () => ({ modifiedCount: 0 }))
  send.mockRejectedValueOnce(lost)
  expect(await ensureDone(send, { modifiedCount: 1 })).toEqual({ modifiedCount: 1 })
  expect(send).toHaveBeenCalledTimes(2)
})

test('keeps the other fields of the response to the repeat', async () => {
  const send = vi.fn(async () => ({ deletedCount: 0, archived: true }))
  send.mockRejectedValueOnce(lost)
  const result = await ensureDone<{ deletedCount: number }>(send, { deletedCount: 1 })
  expect(result).toEqual({ deletedCount: 1, archived: true })
})

test('returns the result of a change whose first response arrives', async () => {
  const send = vi.fn(async () => ({ modifiedCount: 0 }))
  expect(await ensureDone(send, { modifiedCount: 1 })).toEqual({ modifiedCount: 0 })
  expect(send).toHaveBeenCalledOnce()
})

test('fails if the response to the repeat is also lost, or the server responds with an error', async () => {
  const send = vi.fn(() => Promise.reject(lost))
  await expect(ensureDone(send, { modifiedCount: 1 })).rejects.toBe(lost)
  expect(send).toHaveBeenCalledTimes(2)
  const refused = new CallError(toProblem(503, undefined))
  const refuse = vi.fn(() => Promise.reject(refused))
  await expect(ensureDone(refuse, { modifiedCount: 1 })).rejects.toBe(refused)
  expect(refuse).toHaveBeenCalledOnce()
})
