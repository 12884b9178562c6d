import type { Call } from '@freehub/contract/call'
import { calls } from '@freehub/contract/calls'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileSerializer, compileValidator } from './validation.ts'

const ROUTE = { method: 'POST', url: '/tests' }
const allCalls: [string, Call][] = Object.entries(calls)

/** Values of each JSON type. Most are wrong for a field. */
const values = [null, -1, 'x'.repeat(3_000), [{}], {}, { unknown: 1 }]

test.each(allCalls.flatMap(([name, { body }]) => (body ? [[name, body] as const] : [])))(
  '%s: a compiled body has the same messages for each field',
  (_, schema) => {
    const validate = compileValidator({ ...ROUTE, schema, httpPart: 'body' })
    const expected = validatorCompiler({ ...ROUTE, schema, httpPart: 'body' })
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    const fields = Object.keys(properties)
    const bodies = [
      ...values,
      ...values.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
    ]
    expect(bodies.map((body) => validate(body))).toEqual(bodies.map((body) => expected(body)))
  },
)

/** See compileSerializer. */
test('response schemas contain no transforms, defaults or fallbacks', () => {
  const types = new Set<string>()
  for (const [, { response }] of allCalls) {
    z.toJSONSchema(response, {
      unrepresentable: 'any',
      override: ({ zodSchema }) => void types.add(zodSchema._zod.def.type),
    })
  }
  expect(types).toContain('object')
  for (const type of ['pipe', 'transform', 'default', 'prefault', 'catch', 'success', 'promise'])
    expect(types).not.toContain(type)
})

const schema = z.object({ id: z.int(), names: z.array(z.string()).optional() })
/** Zod does not compile exclusive unions. */
const uncompilable = z.xor([schema, z.string()])

test.each([
  ['a compiled', schema],
  ['an uncompilable', uncompilable],
])(
  'serializes like fastify-type-provider-zod with %s schema, and throws for an invalid response',
  (_, response) => {
    expect(z.compile(response) === response).toBe(response === uncompilable)
    const route = { ...ROUTE, schema: response }
    const serialize = compileSerializer(route)
    const expected = serializerCompiler(route)
    for (const body of [
      { names: ['a'], id: 1, secret: 2 },
      { id: 1, names: undefined },
    ])
      expect(serialize(body)).toBe(expected(body))
    expect(() => serialize({ id: '1' })).toThrow("Response doesn't match the schema")
  },
)

test('an uncompilable body is validated', () => {
  const validate = compileValidator({ ...ROUTE, schema: uncompilable, httpPart: 'body' })
  expect(validate('a')).toEqual({ value: 'a' })
  expect(validate(1)).toHaveProperty('error')
})
