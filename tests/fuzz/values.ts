import fc from 'fast-check'
import { oddName, oddValue } from './odd-values.ts'
import type { Schema } from './open-api.ts'

/** Values that exist in the shop, by the name of their field. */
export type KnownValues = Record<string, unknown[] | undefined>

/** Values that a schema allows, and its boundaries; known values where their field's name has some. */
export function plausibleValues(
  schema: Schema,
  knownValues: KnownValues,
  name = '',
): fc.Arbitrary<unknown> {
  const values = knownValues[name]
  if (values) {
    return fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: valuesOf(schema, knownValues) },
    )
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
      return fieldsOf(schema, knownValues, { mutated: false })
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textOf({ pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((one) => one >= 0)
  const boundary = fc.constantFrom(...lengths).map((length) => 'x'.repeat(length))
  return fc.oneof(
    { weight: 4, arbitrary: matching(pattern) },
    { weight: 1, arbitrary: boundary },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  )
}

/** Cached by pattern, because creating these dominates the run time. */
const arbitraryByPattern = new Map<string, fc.Arbitrary<string>>()

function matching(pattern: string | undefined): fc.Arbitrary<string> {
  if (pattern === undefined) return fc.constantFrom('Chain', 'seven speeds', '12')
  const knownValues = arbitraryByPattern.get(pattern)
  if (knownValues) return knownValues
  const arbitrary = createMatching(pattern)
  arbitraryByPattern.set(pattern, arbitrary)
  return arbitrary
}

/** Falls back to short words for patterns that fast-check does not support. */
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

interface Mutation {
  /** Whether fields may be odd, missing or unknown. */
  mutated: boolean
}

/** An object with the fields of a schema. */
export function fieldsOf(
  { properties = {}, required = [] }: Schema,
  knownValues: KnownValues,
  { mutated }: Mutation,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = plausibleValues(schema, knownValues, name)
    const omissionWeight = required.includes(name) ? Number(mutated) : 8
    return fc.oneof(
      { weight: 10, arbitrary: value.map((one) => [[name, one]] as const) },
      { weight: omissionWeight, arbitrary: fc.constant([] as const) },
      { weight: 2 * Number(mutated), arbitrary: oddValue.map((one) => [[name, one]] as const) },
    )
  })
  const extra = fc.tuple(oddName, oddValue).map((field) => [field] as const)
  const extras = fc.oneof(
    { weight: 6, arbitrary: fc.constant([] as const) },
    { weight: Number(mutated), arbitrary: extra },
  )
  return fc.tuple(...fields, extras).map((all) => Object.fromEntries(all.flat()))
}
