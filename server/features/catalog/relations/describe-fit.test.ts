import { expect, test } from 'vitest'
import { describeConflict, describeMetNeed, describeOffer } from './describe-fit.ts'
import type { PartInterface } from './interface-compatibility.ts'
import definitions from './interfaces.json' with { type: 'json' }

const find = (id: string) =>
  definitions.interfaces.find((definition) => definition.id === id) as unknown as PartInterface

test.each([
  ['tyre.bead', '559', '622', 'This part needs a 559 mm rim. Anna’s bike has a 622 mm rim.'],
  ['pad.disc', 'S4', 'S1', 'This part needs S4 pads. Anna’s bike has S1 pads.'],
  [
    'wheel.spokes',
    '36',
    '28',
    'This part needs a hub with 36 holes. Anna’s bike has a hub with 28 holes.',
  ],
  [
    'tyre.width',
    '28',
    '30',
    'This part needs a rim for 28 mm tyres. Anna’s bike takes 50 to 84 mm tyres.',
  ],
])('states what a bike has, not what it is: %s', (id, needed, offered, expected) => {
  const other = find(id)
  const bike = { name: 'Anna’s bike', noun: null, isBike: true }
  const need = { member: { name: 'Part', noun: 'part' }, sizes: [needed] }
  expect(describeConflict(other, need, { subject: bike, other, sizes: [offered] })).toBe(expected)
})

test('does not repeat the verb in a list of offers', () => {
  const hub = { name: 'Hub', noun: 'hub' }
  expect(describeOffer(find('freewheel.thread'), hub, ['track', 'iso'])).toBe(
    'This hub has a track thread and a freewheel thread.',
  )
})

test.each([
  ['11-road', ' Add a 1.85 mm spacer.'],
  ['8-10', ''],
])('names a spacer for a short cassette only on a long freehub body: %s', (offered, extra) => {
  const other = find('freehub.hg')
  const need = { member: { name: 'Cassette', noun: 'cassette' }, sizes: ['8-10'] }
  const subject = { name: 'Hub', noun: 'hub' }
  const why = describeMetNeed(other, need, { subject, other, sizes: [offered] })
  expect(why).toMatch(/^The cassette needs an HG freehub, and the hub has HG for [^.]+\./)
  expect(why.endsWith(extra || 'speeds.')).toBe(true)
})
