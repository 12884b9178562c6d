/** A part that meets needs. `free` is the quantity of needs that it can still meet. */
export interface Counterpart {
  free: number
  /** The allocated quantities. */
  allocated: Map<CountedNeed, number>
}

export interface CountedNeed {
  quantity: number
  counterparts: Counterpart[]
}

/** An allocation of the counterpart to the need, which gives up the counterpart of the previous step. */
interface Step {
  need: CountedNeed
  counterpart: Counterpart
  previous: Step | undefined
}

/**
 * Allocates counterparts to the needs. Returns the quantity of each need that gets none. An earlier need gets another
 * counterpart if a later need requires its own. So the result does not depend on the sequence of the counterparts, and
 * its total does not depend on the sequence of the needs. This is the Edmonds-Karp algorithm.
 */
export function allocateCounterparts(needs: CountedNeed[]): number[] {
  /** Counterparts from which no steps lead to a free one. This is final. */
  let exhausted = new Set<Counterpart>()
  return needs.map((need) => {
    let remaining = need.quantity
    while (remaining > 0) {
      const last = findFreeCounterpart(need)
      if (!last) break
      remaining -= allocate(last, remaining)
    }
    return remaining
  })

  function findFreeCounterpart(first: CountedNeed): Step | undefined {
    const reached = new Set(exhausted)
    const reachedNeeds = new Map<CountedNeed, Step | undefined>([[first, undefined]])
    // The loop also visits the needs that it adds.
    for (const [need, previous] of reachedNeeds) {
      for (const counterpart of need.counterparts) {
        if (reached.has(counterpart)) continue
        reached.add(counterpart)
        const step = { need, counterpart, previous }
        if (counterpart.free > 0) return step
        for (const [other, quantity] of counterpart.allocated)
          if (quantity > 0 && !reachedNeeds.has(other)) reachedNeeds.set(other, step)
      }
    }
    exhausted = reached
    return undefined
  }
}

/** Makes the steps with at most this quantity. Returns the quantity. */
function allocate(last: Step, maximum: number): number {
  const steps = [last]
  for (const { previous } of steps) if (previous) steps.push(previous)
  const quantity = Math.min(
    maximum,
    last.counterpart.free,
    ...steps.map(({ need, previous }) => previous?.counterpart.allocated.get(need) ?? maximum),
  )
  for (const { need, counterpart, previous } of steps) {
    add(counterpart, need, quantity)
    if (previous) add(previous.counterpart, need, -quantity)
  }
  last.counterpart.free -= quantity
  return quantity
}

const add = ({ allocated }: Counterpart, need: CountedNeed, quantity: number) =>
  allocated.set(need, (allocated.get(need) ?? 0) + quantity)
