/** Lets so many work at once; the others wait for their turn. */
export function takeTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let working = 0

  return async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (working < atOnce) working++
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working--
    }
  }
}
