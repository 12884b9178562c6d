interface Limits {
  maxItems: number
  /** Number of batches that run at the same time. */
  maxRunning: number
}

/**
 * Returns a function that performs `run` once for several callers: the callers of one turn of the event loop,
 * and those that arrived while `maxRunning` batches ran. `run` returns the results in the order of its items. Its
 * error goes to all callers of the batch.
 */
export function createBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxItems, maxRunning }: Limits,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; settle: PromiseWithResolvers<Result> }[] = []
  let running = 0
  let isScheduled = false

  function schedule() {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (waiting.length > 0 && running < maxRunning) void runBatch(waiting.splice(0, maxItems))
    })
  }

  async function runBatch(batch: typeof waiting) {
    running++
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [i, { settle }] of batch.entries()) settle.resolve(results[i] as Result)
    } catch (error) {
      for (const { settle } of batch) settle.reject(error)
    } finally {
      running--
      schedule()
    }
  }

  return (item) => {
    const settle = Promise.withResolvers<Result>()
    waiting.push({ item, settle })
    schedule()
    return settle.promise
  }
}
