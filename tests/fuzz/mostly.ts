import fc from 'fast-check'

/** Nearly always this value, else one of the others. */
export function mostly<T>(value: T, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  const rest = others.map((arbitrary) => ({ weight: 1, arbitrary }))
  return fc.oneof({ weight: 24, arbitrary: fc.constant(value) }, ...rest)
}
