import type { BenchUser } from '../../users.ts'
import type { CallData } from '../select-call-data.ts'

/** Input of a call; method and path come from the contract. */
export interface CallInput {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** A file that is sent as the body. */
  file?: Buffer
  /** The default is one of the customers, or the admin for admin-only calls. */
  caller?: BenchUser
}

/**
 * Prepares the n-th call and returns its input. The input differs for each n, so that no response
 * is cached. The preparation is not timed.
 */
export type Scenario = (data: CallData, n: number) => CallInput | Promise<CallInput>

/** Returns the n-th item of a list. After the last item, starts again with the first. */
export function pickNth<T>(list: T[], n: number): T {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}

/** Creates an object as a new customer. Returns the customer, and the object's id as parameter of the path. */
export async function createAsCustomer(
  data: CallData,
  path: string,
  object: object,
): Promise<{ caller: BenchUser; params: { id: string } }> {
  const caller = await data.createCustomer()
  const { body } = await data.callBy(caller)('POST', path, object)
  return { caller, params: { id: body._id } }
}

/** Returns lines of different parts with their minimum order. */
export function createLines(data: CallData, count: number) {
  const lines = Array.from({ length: count }, () => data.nextPart())
  return lines.map(({ id, minimumOrder }) => ({ productId: id, quantity: minimumOrder }))
}
