import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { createResponseChecker } from './check-response.ts'
import { listOperations } from './open-api.ts'
import type { FuzzRequest } from './requests.ts'

const problem = {
  type: 'object',
  properties: { code: { type: 'string' } },
  required: ['code'],
} as const
const responses = {
  200: {
    content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } },
  },
  400: {
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { properties: { code: { enum: ['input_invalid'] } } },
          ],
        },
      },
    },
  },
}
const document = {
  paths: { '/numbers': { get: { operationId: 'numbers', security: [{ token: [] }], responses } } },
  components: { schemas: { Problem: problem } },
} as never
const [operation] = listOperations(document)
const check = createResponseChecker(new Ajv2020({ strict: false }), document)
const request = { operation, method: 'GET', isPathOdd: false } as FuzzRequest

function findViolation(status: number, body: unknown, headers = {}, type = 'application/json') {
  const allHeaders = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    ...headers,
  }
  return check(request, { status, headers: allHeaders, body: Buffer.from(JSON.stringify(body)) })
}

test('accepts responses that the OpenAPI document declares', () => {
  expect(findViolation(200, [1, 2])).toBeUndefined()
  const refusal = { code: 'input_invalid' }
  expect(findViolation(400, refusal, {}, 'application/problem+json')).toBeUndefined()
})

test.each([
  ['an error of the server', findViolation(500, {}), 'answered 500'],
  ['an undeclared status', findViolation(409, {}), 'status 409 is not declared'],
  [
    'an undeclared type',
    findViolation(200, [], {}, 'text/html'),
    'type text/html is not declared for 200',
  ],
  ['a body of another schema', findViolation(200, ['1']), expect.stringContaining('schema')],
  [
    'an undeclared code',
    findViolation(400, { code: 'order_paid' }, {}, 'application/problem+json'),
    expect.stringContaining('schema'),
  ],
  [
    'an undeclared header',
    findViolation(200, [], { link: '<x>' }),
    'the header link is not declared',
  ],
  [
    'an undeclared header of a search',
    findViolation(200, [], { 'x-search-relaxed': 'true' }),
    'the header x-search-relaxed is not declared',
  ],
  [
    'a private response that may be cached',
    findViolation(200, [], { 'cache-control': 'no-cache' }),
    'a private response without no-store',
  ],
])('finds %s', (_, violation, expected) => {
  expect(violation).toEqual(expected)
})
