interface Limits {
  maxItems: number
  /** Number of batches that run at the same time. */
  maxRunning: number
  /** Maximum time in milliseconds for which a batch waits for the callers of the previous batch. */
  collectMs?: number
}

/**
 * Returns a function that collects the items of several calls and passes up to `maxItems` of them to `run`. Calls
 * wait for two turns of the event loop, and while `maxRunning` batches run. `run` returns the results in the
 * order of its items. If it fails, all calls of the batch fail.
 *
 * Clients often send their next request when they have a response. With `collectMs`, a batch waits for them, like a
 * commit with PostgreSQL's `commit_delay`: one large batch costs less than two small ones.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxItems, maxRunning, collectMs = 0 }: Limits,
): (item: Item) => Promise<Result> {
  const queue: { item: Item; deferred: PromiseWithResolvers<Result> }[] = []
  let runningBatches = 0
  let isScheduled = false
  /** Number of calls that were running or waiting when the previous batch ended. */
  let expectedItems = 0

  /** Starts batches after two turns of the event loop, because requests that arrive together are read in several. */
  function schedule() {
    if (isScheduled || runningBatches >= maxRunning) return
    isScheduled = true
    const startedAt = performance.now()
    const startUnlessCollecting = () => {
      const isCollecting = queue.length < expectedItems && performance.now() - startedAt < collectMs
      if (isCollecting) return setImmediate(startUnlessCollecting)
      isScheduled = false
      startBatches()
    }
    setImmediate(() => setImmediate(startUnlessCollecting))
  }

  function startBatches() {
    while (queue.length > 0 && runningBatches < maxRunning) void runBatch(queue.splice(0, maxItems))
  }

  async function runBatch(batch: typeof queue) {
    runningBatches++
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [i, { deferred }] of batch.entries()) deferred.resolve(results[i] as Result)
    } catch (error) {
      for (const { deferred } of batch) deferred.reject(error)
    }
    runningBatches--
    expectedItems = Math.min(batch.length + queue.length, maxItems)
    if (queue.length > 0) schedule()
  }

  return (item) => {
    const deferred = Promise.withResolvers<Result>()
    queue.push({ item, deferred })
    schedule()
    return deferred.promise
  }
}
