import fc from 'fast-check'
import { mostly } from './mostly.ts'
import { oddName, oddText } from './odd-values.ts'
import type { Operation, Parameter } from './open-api.ts'
import { type KnownValues, plausibleValues } from './values.ts'

/** Paths of an operation with plausible and odd parameters; `isOdd` where the path may match no route. */
export function pathsOf({ path, parameters }: Operation, knownValues: KnownValues) {
  const pathParameters = parameters.filter((one) => one.in === 'path')
  const values = pathParameters.map(({ name, schema }) =>
    fc.oneof(
      {
        weight: 8,
        arbitrary: plausibleValues(schema, knownValues, name).map((value) => ({
          text: percentEncode(String(value)),
          isOdd: String(value) === '',
        })),
      },
      { weight: 1, arbitrary: oddText.map((text) => ({ text: percentEncode(text), isOdd: true })) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(
            '%',
            '%zz',
            '%c0%ae',
            '..',
            '.',
            'a/b',
            '%2e%2e%2f',
            'x'.repeat(900),
            ';a=b',
          )
          .map((text) => ({ text, isOdd: true })),
      },
    ),
  )
  return fc.tuple(...values).map((all) => ({
    target: pathParameters.reduce(
      (at, { name }, n) => at.replace(`{${name}}`, () => all[n]?.text ?? ''),
      path,
    ),
    isOdd: all.some(({ isOdd }) => isOdd),
  }))
}

/** Percent-encodes any text, also with lone surrogates. */
const percentEncode = (text: string) => encodeURIComponent(text.toWellFormed())

/** Queries of an operation: plausible, repeated, unknown and broken parameters. */
export function queriesOf(
  { parameters }: Operation,
  knownValues: KnownValues,
): fc.Arbitrary<string> {
  const queryParameters = parameters.filter((one) => one.in === 'query')
  const fields = queryParameters.map((parameter) => queryOf(parameter, knownValues))
  const unknownParameters = fc
    .tuple(oddName, oddText)
    .map(([name, text]) => `${percentEncode(name)}=${percentEncode(text)}`)
  const brokenQueries = fc.constantFrom(
    '%',
    '&&==',
    'a=%zz',
    'size[]=1',
    'a=%00',
    `q=${'x'.repeat(8_000)}`,
  )
  return fc
    .tuple(fc.tuple(...fields), mostly<string>('', unknownParameters, brokenQueries))
    .map(([all, more]) => [...all, more].filter((one) => one !== '').join('&'))
}

function queryOf(
  { name, schema, required }: Parameter,
  knownValues: KnownValues,
): fc.Arbitrary<string> {
  const value = plausibleValues(schema, knownValues, name).map(
    (one) => `${name}=${percentEncode(String(one))}`,
  )
  return fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: required ? 1 : 14, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.tuple(value, value).map((twice) => twice.join('&')) },
    { weight: 1, arbitrary: oddText.map((text) => `${name}=${percentEncode(text)}`) },
  )
}
