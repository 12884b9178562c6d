import pLimit from 'p-limit'

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

/** Runs `max` tasks at a time, and lets `maxWaiting` tasks wait in order. For others, `run` throws `createError()`. */
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
