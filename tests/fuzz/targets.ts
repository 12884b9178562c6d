import fc from 'fast-check'
import { mostly } from './mostly.ts'
import { oddName, oddText } from './odd-values.ts'
import type { Operation, Parameter } from './open-api.ts'
import { type Known, plausible } from './values.ts'

/** Paths of an operation with plausible and odd parameters; `isOdd` where the path may match no route. */
export function pathsOf({ path, parameters }: Operation, known: Known) {
  const inPath = parameters.filter((one) => one.in === 'path')
  const values = inPath.map(({ name, schema }) =>
    fc.oneof(
      {
        weight: 8,
        arbitrary: plausible(schema, known, name).map((value) => ({
          text: encoded(String(value)),
          isOdd: String(value) === '',
        })),
      },
      { weight: 1, arbitrary: oddText.map((text) => ({ text: encoded(text), isOdd: true })) },
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
    target: inPath.reduce(
      (at, { name }, n) => at.replace(`{${name}}`, () => all[n]?.text ?? ''),
      path,
    ),
    isOdd: all.some(({ isOdd }) => isOdd),
  }))
}

/** Percent-encodes any text, also one that is no Unicode. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** Queries of an operation: plausible, repeated, unknown and broken parameters. */
export function queriesOf({ parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const inQuery = parameters.filter((one) => one.in === 'query')
  const fields = inQuery.map((parameter) => queryOf(parameter, known))
  const extra = fc
    .tuple(oddName, oddText)
    .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
  const broken = fc.constantFrom(
    '%',
    '&&==',
    'a=%zz',
    'size[]=1',
    'a=%00',
    `q=${'x'.repeat(8_000)}`,
  )
  return fc
    .tuple(fc.tuple(...fields), mostly<string>('', extra, broken))
    .map(([all, more]) => [...all, more].filter((one) => one !== '').join('&'))
}

function queryOf({ name, schema, required }: Parameter, known: Known): fc.Arbitrary<string> {
  const value = plausible(schema, known, name).map((one) => `${name}=${encoded(String(one))}`)
  return fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: required ? 1 : 14, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.tuple(value, value).map((twice) => twice.join('&')) },
    { weight: 1, arbitrary: oddText.map((text) => `${name}=${encoded(text)}`) },
  )
}
