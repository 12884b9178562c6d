/** Runs a task `count` times, at most `concurrency` at a time. Returns the results in order. */
export async function runConcurrently<T>(
  count: number,
  concurrency: number,
  task: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  async function runTasks() {
    while (next < count) {
      const n = next
      next += 1
      results[n] = await task(n)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runTasks))
  return results
}
