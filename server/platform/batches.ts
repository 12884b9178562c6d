interface Limits {
  maxItems: number
  /** Number of batches that run at the same time. */
  maxRunning: number
}

/**
 * Returns a function that collects the items of several calls and passes up to `maxItems` of them to `run`. Calls
 * wait for two turns of the event loop, and while `maxRunning` batches run. `run` returns the results in the
 * order of its items. If it fails, all calls of the batch fail.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxItems, maxRunning }: Limits,
): (item: Item) => Promise<Result> {
  const queue: { item: Item; deferred: PromiseWithResolvers<Result> }[] = []
  let runningBatches = 0
  let isScheduled = false

  /** Starts batches after two turns of the event loop, because requests that arrive together are read in several. */
  function schedule() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() =>
      setImmediate(() => {
        isScheduled = false
        startBatches()
      }),
    )
  }

  function startBatches() {
    while (queue.length > 0 && runningBatches < maxRunning) void runBatch(queue.splice(0, maxItems))
  }

  async function runBatch(batch: typeof queue) {
    runningBatches++
    let deliver: () => void
    try {
      const results = await run(batch.map(({ item }) => item))
      deliver = () => {
        for (const [i, { deferred }] of batch.entries()) deferred.resolve(results[i] as Result)
      }
    } catch (error) {
      deliver = () => {
        for (const { deferred } of batch) deferred.reject(error)
      }
    }
    runningBatches--
    if (queue.length === 0) return deliver()
    // Sends the next batch first, so that the database works while these calls continue.
    startBatches()
    setImmediate(deliver)
  }

  return (item) => {
    const deferred = Promise.withResolvers<Result>()
    queue.push({ item, deferred })
    schedule()
    return deferred.promise
  }
}
