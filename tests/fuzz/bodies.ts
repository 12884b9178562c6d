import fc from 'fast-check'
import type { ApiOperation, Schema } from './open-api.ts'
import { fieldsOf, type KnownValues, oddValue, weighted } from './values.ts'

/** The body of a request with its type. Undefined if there is none. */
export interface Body {
  type: string | undefined
  bytes: Buffer
}

type Bodies = fc.Arbitrary<Body | undefined>

const JSON_TYPE = 'application/json'

/** Generates bodies for an operation: most JSON bodies follow the schema or are mutated, the others are invalid. */
export function generateBodies(
  { requestBody, method }: ApiOperation,
  knownValues: KnownValues,
  files: Buffer[],
): Bodies {
  const types = Object.keys(requestBody?.content ?? {})
  if (types.length > 0 && !types.includes(JSON_TYPE)) return generateFiles(types, files)
  const schema = requestBody?.content[JSON_TYPE]?.schema
  if (!schema) {
    return weighted([method === 'GET' ? 30 : 12, fc.constant(undefined)], [1, invalidBodies])
  }
  return generateJsonBodies(schema, knownValues)
}

/** Generates JSON bodies for a schema: valid, mutated, malformed, huge or missing. */
export function generateJsonBodies(schema: Schema, knownValues: KnownValues): Bodies {
  const json = (value: fc.Arbitrary<unknown>) => value.map(encodeJson)
  return weighted(
    [10, json(fieldsOf(schema, knownValues))],
    [10, json(fieldsOf(schema, knownValues, { mutated: true }))],
    [4, invalidBodies],
    [1, fc.constant(undefined)],
  )
}

const encodeJson = (value: unknown): Body => ({
  type: JSON_TYPE,
  bytes: Buffer.from(JSON.stringify(value) ?? ''),
})

const ODD_TYPES = [
  undefined,
  '',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/problem+json',
  'text/plain',
  'text/json, application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'image/png',
  'a/b/c',
  ';',
]

const BROKEN_BODIES = [
  '',
  '{',
  '{"a"',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '[1,2',
  'nul',
  'undefined',
  'NaN',
  '\u0000',
  '\ufeff{}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"email":"a@b.example","email":"c@d.example"}',
  '"\\ud800"',
  '1e999',
  'a=b&c=d',
].map((text) => Buffer.from(text))

/** Bodies just below and above the size limits, and bodies with very many fields, items or levels. */
const HUGE_BODIES = [
  () => `{"comment":"${'x'.repeat(60_000)}"}`,
  () => `{"comment":"${'x'.repeat(70_000)}"}`,
  () => `{"comment":"${'x'.repeat(1_040_000)}"}`,
  () => `{"comment":"${'x'.repeat(1_100_000)}"}`,
  () => `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":0`).join()}}`,
  () => `{${Array.from({ length: 90_000 }, (_, n) => `"k${n}":0`).join()}}`,
  () => `[${'0,'.repeat(30_000)}0]`,
  () => '['.repeat(30_000),
  () => `${'{"a":'.repeat(10_000)}0${'}'.repeat(10_000)}`,
]

const invalidBodies: fc.Arbitrary<Body> = weighted(
  [6, oddValue.map(encodeJson)],
  [6, fc.constantFrom(...BROKEN_BODIES).map((bytes) => ({ type: JSON_TYPE, bytes }))],
  [
    6,
    fc
      .tuple(fc.constantFrom(...ODD_TYPES), fc.constantFrom('{}', '{"a":1}', 'text', ''))
      .map(([type, text]) => ({ type, bytes: Buffer.from(text) })),
  ],
  [
    2,
    fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => ({ type: JSON_TYPE, bytes: Buffer.from(bytes) })),
  ],
  [
    1,
    fc
      .constantFrom(...HUGE_BODIES)
      .map((make) => ({ type: JSON_TYPE, bytes: Buffer.from(make()) })),
  ],
)

function generateFiles(types: string[], files: Buffer[]): Bodies {
  const bytes = weighted(
    [4, fc.constantFrom(...files)],
    [
      2,
      fc
        .tuple(fc.constantFrom(...files), fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([file, share]) => file.subarray(0, Math.floor(file.length * share))),
    ],
    [1, fc.uint8Array({ maxLength: 2_000 }).map((content) => Buffer.from(content))],
  )
  const type = weighted([5, fc.constantFrom(...types)], [1, fc.constantFrom(...ODD_TYPES)])
  return fc.record({ type, bytes })
}
