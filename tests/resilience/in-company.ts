/** Does something so many times, always `atOnce` of them at the same time. */
export async function inCompany<T>(
  times: number,
  atOnce: number,
  doIt: (n: number) => Promise<T>,
): Promise<T[]> {
  const done: T[] = []
  let next = 0
  async function oneAfterTheOther() {
    while (next < times) {
      const n = next
      next += 1
      done[n] = await doIt(n)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterTheOther))
  return done
}
