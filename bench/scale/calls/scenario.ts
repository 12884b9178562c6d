import type { Account } from '../../accounts.ts'
import type { World } from '../world.ts'

/** What is sent with a call: the rest, the contract says. */
export interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** A file as the body. */
  file?: Buffer
  /** Who asks; without, one of the customers, or the admin where only he may. */
  by?: Account
}

/**
 * What is asked the n-th time, each time something else, so that no answer is kept from before. What
 * must be there first is made here, and is not timed.
 */
export type Scenario = (world: World, n: number) => Asked | Promise<Asked>

/** The n-th of a list, from its beginning again where it ends. */
export function nth<T>(list: T[], n: number): T {
  const one = list[n % list.length]
  if (one === undefined) throw new Error('There is none to ask about.')
  return one
}
