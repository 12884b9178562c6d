import fc from 'fast-check'
import { isForAdmins, type Operation } from './open-api.ts'

export type Role = 'visitor' | 'customer' | 'admin'

/** Generates mostly the role that the operation is for. */
export function rolesOf(operation: Operation): fc.Arbitrary<Role> {
  const isPublic = operation.security.length === 0
  const [visitor, customer, admin] = isPublic
    ? [8, 1, 1]
    : isForAdmins(operation)
      ? [1, 1, 9]
      : [1, 7, 3]
  return fc.oneof(
    { weight: visitor, arbitrary: fc.constant('visitor' as const) },
    { weight: customer, arbitrary: fc.constant('customer' as const) },
    { weight: admin, arbitrary: fc.constant('admin' as const) },
  )
}

export const oddAuthorization = fc
  .constantFrom(
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    `Bearer ${'x'.repeat(43)}`,
    'Basic YTpi',
    'null',
  )
  .map((odd) => ({ odd }))

const oddCookie = fc
  .constantFrom(
    'a',
    '=',
    ';;;',
    'freehub-session=x',
    '__Host-freehub-session=x.y',
    'x'.repeat(4_000),
  )
  .map((odd) => ({ odd }))

/** Generates mostly the user's own cookie if the operation accepts a session, else mostly none. */
export function cookiesOf({ security }: Operation) {
  const isTaken = security.some((one) => 'session' in one)
  return fc.oneof(
    { weight: isTaken ? 10 : 1, arbitrary: fc.constant('own' as const) },
    { weight: 10, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: oddCookie },
  )
}
