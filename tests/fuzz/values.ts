import fc from 'fast-check'
import type { Schema } from './open-api.ts'

/** Values that exist in the shop, by the name of their field. */
export type KnownValues = Record<string, unknown[] | undefined>

/**
 * Generates values that a schema allows, values just outside its limits, and texts that ignore its pattern. Prefers the
 * known values of the field's name.
 */
export function plausibleValues(
  schema: Schema,
  knownValues: KnownValues,
  name = '',
): fc.Arbitrary<unknown> {
  const values = knownValues[name]
  if (values) {
    return weighted([30, fc.constantFrom(...values)], [1, valuesOf(schema, knownValues)])
  }
  return valuesOf(schema, knownValues)
}

function valuesOf(schema: Schema, knownValues: KnownValues): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => plausibleValues(one, knownValues)))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(plausibleValues(schema.items ?? {}, knownValues), { maxLength: 3 })
    case 'object':
      return fieldsOf(schema, knownValues)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textOf({ pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((one) => one >= 0)
  const boundary = fc.constantFrom(...lengths).map((length) => 'x'.repeat(length))
  return weighted(
    [4, matching(pattern)],
    [1, boundary],
    [1, fc.string({ unit: 'grapheme', maxLength: 40 })],
  )
}

/** Cached by pattern, because creating these dominates the run time. */
const arbitraryByPattern = new Map<string, fc.Arbitrary<string>>()

function matching(pattern: string | undefined): fc.Arbitrary<string> {
  if (pattern === undefined) return fc.constantFrom('Chain', 'seven speeds', '12')
  const arbitrary = arbitraryByPattern.get(pattern) ?? createMatching(pattern)
  arbitraryByPattern.set(pattern, arbitrary)
  return arbitrary
}

/**
 * Generates texts that match the pattern. For patterns that fast-check does not support, generates
 * short words.
 */
function createMatching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: 60 })
  } catch {
    return fc.constantFrom('chain', 'rider@example.com')
  }
}

function numberOf({ type, minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  const step = type === 'integer' ? 1 : 0.01
  const [low, high] = [Math.max(minimum, -1_000_000), Math.min(maximum, 1_000_000)]
  const edges = fc.constantFrom(minimum - step, minimum, maximum, maximum + step, 10, 25)
  const inside = fc.integer({
    min: Math.ceil(low),
    max: Math.max(Math.ceil(low), Math.floor(high)),
  })
  return fc.oneof(edges, inside)
}

/**
 * Generates objects with the fields of a schema. Optional fields may be absent. If `mutated`, an object may also lack
 * required fields, and contain odd values and an unknown field.
 */
export function fieldsOf(
  { properties = {}, required = [] }: Schema,
  knownValues: KnownValues,
  { mutated = false } = {},
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = plausibleValues(schema, knownValues, name)
    const omissionWeight = required.includes(name) ? Number(mutated) : 8
    return weighted(
      [10, value.map((one) => [[name, one]] as const)],
      [omissionWeight, fc.constant([] as const)],
      [2 * Number(mutated), oddValue.map((one) => [[name, one]] as const)],
    )
  })
  const extra = fc.tuple(oddName, oddValue).map((field) => [field] as const)
  const extras = weighted([6, fc.constant([] as const)], [Number(mutated), extra])
  return fc.tuple(...fields, extras).map((all) => Object.fromEntries(all.flat()))
}

/** Texts that often break parsers, databases, logs and pages. */
const ODD_TEXTS = [
  '',
  ' ',
  '\udfff\ud800',
  '\u202egnp.exe',
  '\ufeff',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦',
  'İıſK',
  '../../../etc/passwd',
  "'; drop table orders; --",
  '" or 1=1 --',
  '$(id)',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
  'a\r\nSet-Cookie: b=c',
  '{"level":50}\n{"forged":true}',
  '%00',
  '%',
  '%25%32%65',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '9'.repeat(400),
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:61Z',
  'a@b',
  'x'.repeat(5_000),
]

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e-7,
  1.005,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  Number.MAX_VALUE,
]

/** Texts that PostgreSQL cannot store. */
const UNSTORABLE = ['\u0000', 'a\u0000b', 'a\ud800']

export const oddText = weighted(
  [1, fc.constantFrom(...UNSTORABLE)],
  [3, fc.constantFrom(...ODD_TEXTS)],
  [1, fc.string({ unit: 'binary', maxLength: 60 })],
)

/** An odd text or a value of another type. */
export const oddValue: fc.Arbitrary<unknown> = weighted(
  [4, oddText],
  [2, fc.constantFrom(...ODD_NUMBERS)],
  [2, fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}])],
  [1, fc.constantFrom({ $ne: null }, { toString: 1 }, { length: -1 }, { toJSON: 1 })],
  [1, fc.jsonValue({ maxDepth: 3 })],
)

/** Names that parsers or access checks may treat wrongly, and random names. Most calls have no such field. */
export const oddName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'role', 'isAdmin', 'id', ''),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** Generates this value 24 times as often as each of the others. */
export function mostly<T>(value: T, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return weighted(
    [24, fc.constant(value)],
    ...others.map((other): [number, fc.Arbitrary<T>] => [1, other]),
  )
}

/** Generates values of these arbitraries as often as their weights state. */
export function weighted<Values extends unknown[]>(
  ...choices: { [Index in keyof Values]: [weight: number, fc.Arbitrary<Values[Index]>] }
): fc.Arbitrary<Values[number]> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}
