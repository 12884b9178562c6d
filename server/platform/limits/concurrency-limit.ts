import pLimit from 'p-limit'

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

/**
 * Limits how many tasks run at a time. Up to `maxWaiting` other tasks wait in order of arrival. For
 * each further task, `run` throws the error that `createError` returns.
 */
export function createConcurrencyLimit(
  max: number,
  { maxWaiting = 0, createError }: { maxWaiting?: number; createError?: () => unknown } = {},
) {
  const limit = pLimit(max)
  const isFull = () => limit.activeCount + limit.pendingCount >= max + maxWaiting
  return {
    isFull,
    async run<Result>(task: () => Promise<Result>): Promise<Result> {
      if (isFull()) throw createError?.()
      return limit(task)
    },
  }
}
