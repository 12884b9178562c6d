/** Lets one work at a time; the others wait for their turn, in the order in which they came. */
export function takeTurns() {
  let last: Promise<unknown> = Promise.resolve()

  return function turn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
