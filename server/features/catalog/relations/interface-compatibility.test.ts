import { expect, test } from 'vitest'
import { isCompatible, type PartInterface } from './interface-compatibility.ts'
import definitions from './interfaces.json' with { type: 'json' }

const interfaces = definitions.interfaces as unknown as PartInterface[]

const findInterface = (id: string) =>
  interfaces.find((definition) => definition.id === id) as PartInterface

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
  ['tube.range', '37-622', '37-622', true],
  ['tube.range', '40-622', '37-622', false],
  ['steerer', '1-1/8', 'constructor', false],
  ['steerer', 'constructor', '1-1/8', false],
] as const)(
  'interface %s: a part that needs %s fits a part that offers %s: %j',
  (id, needed, offered, expected) => {
    expect(isCompatible(findInterface(id), needed, offered)).toBe(expected)
  },
)
