/** Random choices that are the same for the same seed. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next: () => number
  int: (min: number, max: number) => number
  /** Returns true with this probability. */
  chance: (share: number) => boolean
  pick: <T>(values: readonly T[]) => T
  shuffle: <T>(values: readonly T[]) => T[]
}

/** Creates a generator (mulberry32). The same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (values) => {
      const value = values[int(0, values.length - 1)]
      if (value === undefined) throw new Error('There is nothing to pick from.')
      return value
    },
    shuffle: (values) =>
      values
        .map((value) => ({ value, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ value }) => value),
  }
}
