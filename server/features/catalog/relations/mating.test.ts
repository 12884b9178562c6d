import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { agrees, type Interface } from './mating.ts'

interface SamplePart {
  name: string
  fits: { interface: string; role: 'needs' | 'offers'; size: string }[]
}

const readJson = async (name: string) =>
  JSON.parse(
    await readFile(
      new URL(`../../../../dev/sample-data/catalogue/${name}`, import.meta.url),
      'utf8',
    ),
  )

const parts: SamplePart[] = await readJson('parts.json')
const { interfaces }: { interfaces: Interface[] } = await readJson('interfaces.json')

const joint = (id: string) => interfaces.find((one) => one.id === id) as Interface

test.each([
  ['chainring.mount', '104x4', '104x4', true],
  ['chainring.mount', '104x4', '110x5', false],
  ['chain.width', '10-11', '11', true],
  ['chain.width', '11', '10', false],
  ['freehub.hg', '8-10', '11-road', true],
  ['freehub.hg', '11-road', '8-10', false],
  ['tyre.width', '28', '19', true],
  ['tyre.width', '64', '21', true],
  ['tyre.width', '28', '30', false],
  ['tyre.width', 'wide', '30', false],
  ['tyre.width', '28', '29', false],
  ['rim.tape_width', '21', '25', true],
  ['tube.range', '37-622', '28/47-622', true],
  ['tube.range', '28-622', '28/47-622', true],
  ['tube.range', '47-622', '28/47-622', true],
  ['tube.range', '57-622', '28/47-622', false],
  ['tube.range', '37-559', '28/47-622', false],
  ['tube.range', '37-622', '37-622', false],
  ['steerer', '1-1/8', 'constructor', false],
  ['steerer', 'constructor', '1-1/8', false],
] as const)('at %s, what needs %s takes what offers %s: %j', (id, needed, offered, expected) => {
  expect(agrees(joint(id), needed, offered)).toBe(expected)
})

test('every need that the catalogue promises to meet is met by a part of it', () => {
  const offered = (id: string) =>
    parts.flatMap(({ fits }) => fits.filter((fit) => fit.interface === id && fit.role === 'offers'))
  const unmet = parts.flatMap(({ name, fits }) =>
    fits
      .filter(({ role }) => role === 'needs')
      .filter((need) => joint(need.interface).counterpart === 'catalogue')
      .filter((need) =>
        offered(need.interface).every(
          (offer) => !agrees(joint(need.interface), need.size, offer.size),
        ),
      )
      .map((need) => `${name}: ${need.interface} ${need.size}`),
  )
  expect(unmet).toEqual([])
})
