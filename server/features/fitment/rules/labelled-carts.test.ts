import { readFile } from 'node:fs/promises'
import type { FitEntry } from '@freehub/contract/catalog/parts'
import { expect, test } from 'vitest'
import type { PartInterface } from '../../catalog/relations/interface-compatibility.ts'
import catalogInterfaces from '../../catalog/relations/interfaces.json' with { type: 'json' }
import { findNoun } from '../../catalog/relations/part-noun.ts'
import { evaluateFit } from './evaluate-fit.ts'
import type { FitCheckPurpose, SetMember } from './fit-check-types.ts'

interface LabelledCart {
  name: string
  purpose: FitCheckPurpose
  parts: Record<string, number>
  bike?: { name: string; entries: FitEntry[] }
  /** `a` and `b`: SKU, or `bike`. */
  conflicts: { a: string; b: string; why: string }[]
  missing?: { interface: string; sizes: string[]; quantity: number }[]
  /** Unmet needs of separate parts. */
  notes?: string[]
}

interface SamplePart {
  sku: string
  name: string
  family: string
  attributes: Record<string, unknown>
  fits: FitEntry[]
}

const readJson = async <T>(path: string): Promise<T> =>
  JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'))
const samples = '../../../../dev/sample-data/catalog'
const parts = new Map(
  (await readJson<SamplePart[]>(`${samples}/parts.json`)).map((part) => [part.sku, part]),
)
const definitions = new Map(
  (catalogInterfaces.interfaces as unknown as PartInterface[]).map((definition) => [
    definition.id,
    definition,
  ]),
)
const carts = await readJson<LabelledCart[]>('../testing/labelled-carts.json')

function evaluate(cart: LabelledCart, purpose: FitCheckPurpose) {
  const members = Object.entries(cart.parts).map(([sku, quantity]) => {
    const { name, family, attributes, fits } = parts.get(sku) as SamplePart
    return { id: sku, name, noun: findNoun(name, family), quantity, entries: fits, attributes }
  })
  const bike = cart.bike && {
    id: null,
    name: cart.bike.name,
    noun: null,
    isBike: true,
    quantity: 1,
    entries: cart.bike.entries,
  }
  const evaluation = evaluateFit(members, definitions, purpose, bike)
  const nameOf = ({ id }: SetMember) => id ?? 'bike'
  return {
    conflicts: evaluation.conflicts.map(({ a, b, why }) => ({
      a: nameOf(a),
      b: nameOf(b),
      why: why(),
    })),
    missing: evaluation.missing.map(({ interface: id, needs, quantity }) => ({
      interface: id,
      sizes: needs.flat(),
      quantity,
    })),
    notes: evaluation.notes,
    outside: evaluation.outside.map(({ why }) => why()),
  }
}

const toSortedJson = <T>(list: T[] | undefined) => list?.map((one) => JSON.stringify(one)).sort()

test.each([
  [['FH-20110-1', 'FH-20135-3'], ['FH-21119-1', 'FH-21159-7'], 1],
  [['FH-20110-1', 'FH-20135-3', 'FH-20136-1'], ['FH-21119-1', 'FH-21159-7'], 0],
])(
  'compares spokes with at most four pairs of a hub and a rim: hubs %j, rims %j',
  (hubs, rims, conflictCount) => {
    const quantities = [...hubs, ...rims].map((sku) => [sku, 1])
    const cart = { parts: { ...Object.fromEntries(quantities), 'FH-22418-2': 36 } }
    const { conflicts } = evaluate({ name: '', purpose: 'free', conflicts: [], ...cart }, 'free')
    expect(conflicts.filter(({ why }) => why.includes('mm long'))).toHaveLength(conflictCount)
  },
)

test('lists missing spokes beside a missing hub for these spokes', () => {
  const hub = parts.get('FH-20110-1') as SamplePart
  const fits = hub.fits.filter(({ interface: id }) => id !== 'spoke.elbow')
  parts.set('hub for other spokes', { ...hub, fits })
  const cart = { parts: { 'hub for other spokes': 1, 'FH-21119-1': 1, 'FH-22292-7': 16 } }
  const { missing } = evaluate({ name: '', purpose: 'wheel', conflicts: [], ...cart }, 'wheel')
  expect(missing.filter(({ interface: id }) => id === 'spoke.elbow')).toEqual([
    { interface: 'spoke.elbow', sizes: ['2.0'], quantity: 1 },
    { interface: 'spoke.elbow', sizes: [], quantity: 20 },
  ])
})

test('labelled-carts.json has 27 carts without conflicts and 22 carts with conflicts', () => {
  expect(carts.filter(({ conflicts }) => conflicts.length === 0)).toHaveLength(27)
  expect(carts.filter(({ conflicts }) => conflicts.length > 0)).toHaveLength(22)
})

test.each(carts)('finds exactly the labelled conflicts and missing parts: $name', (cart) => {
  const { conflicts, missing, notes } = evaluate(cart, cart.purpose)
  expect(toSortedJson(conflicts)).toEqual(toSortedJson(cart.conflicts))
  expect(toSortedJson(missing)).toEqual(toSortedJson(cart.missing ?? []))
  if (cart.purpose === 'separate')
    expect(notes.map(({ why }) => why()).sort()).toEqual(cart.notes?.sort())
})

test.each([
  // The bearing is for the headset of the bike.
  ['FH-20212-9', 'FH-60741-5', []],
  ['FH-13148-4', 'FH-61508-9', []],
  [
    'FH-55127-1',
    'FH-55331-6',
    ['This seatpost needs a 27.2 mm seat tube. The other seatpost needs a 31.6 mm seat tube.'],
  ],
  [
    'FH-30170-7',
    'FH-32215-5',
    ['This brake needs brake shoes with a bolt. The brake shoe has a threaded post.'],
  ],
  [
    'FH-12170-6',
    'FH-20420-9',
    [
      'This freewheel needs a thread for a multi-speed freewheel. The hub has a track thread and a thread for a single-speed freewheel.',
    ],
  ],
  ['FH-12316-7', 'FH-20136-1', []],
  [
    'FH-24644-1',
    'FH-21119-1',
    ['This valve needs a 6.5 mm valve hole without sleeve. The rim has an 8.5 mm valve hole.'],
  ],
  ['FH-24129-1', 'FH-21119-1', []],
  ['FH-11180-7', 'FH-20348-4', ['This cassette needs an HG freehub. The hub has Micro Spline.']],
  [
    'FH-30402-9',
    'FH-31160-6',
    ['This disc pad needs a rotor for sintered pads. The rotor takes organic pads.'],
  ],
  [
    'FH-21330-8',
    'FH-32110-3',
    ['This brake needs a rim with a braking track. The rim has no braking track.'],
  ],
])('states the conflicts of two parts: %s, %s', (first, second, expected) => {
  const cart = { name: '', purpose: 'free' as const, parts: { [first]: 1, [second]: 1 } }
  const { conflicts } = evaluate({ ...cart, conflicts: [] }, 'free')
  expect(conflicts.map(({ why }) => why)).toEqual(expected)
})

test('a tapered steerer fits a stem, but not a headset for a straight steerer', () => {
  const bike = {
    name: 'Trail bike',
    entries: [{ interface: 'steerer', role: 'offers' as const, size: '1-1/8-to-1-1/2' }],
  }
  const parts = { 'FH-51350-2': 1, 'FH-50134-6': 1 }
  const { conflicts } = evaluate({ name: '', purpose: 'free', parts, bike, conflicts: [] }, 'free')
  expect(conflicts.map(({ why }) => why)).toEqual([
    'This headset needs a straight 1 1/8 inch steerer. Trail bike has a tapered 1 1/8 to 1 1/2 inch steerer.',
  ])
})

test('the rear of a bike does not conflict with a front hub', () => {
  const bike = {
    name: 'Gravel bike',
    entries: [
      { interface: 'hub.dropout', role: 'offers' as const, size: 'ta-12x142' },
      { interface: 'hub.thru_axle', role: 'offers' as const, size: '12x142' },
    ],
  }
  const find = (sku: string) =>
    evaluate({ name: '', purpose: 'free', parts: { [sku]: 1 }, bike, conflicts: [] }, 'free')
      .conflicts
  expect(find('FH-20212-9')).toEqual([])
  expect(find('FH-20110-1')).toEqual([])
  expect(find('FH-20348-4').map(({ why }) => why)).toEqual([
    'This hub needs 12 x 148 mm thru-axle dropouts. Gravel bike has 12 x 142 mm thru-axle dropouts.',
    'This hub needs a 12 x 148 mm thru axle. Gravel bike has a 12 x 142 mm thru axle.',
  ])
})

test('a rear light with two hole spacings fits a rack with one of them', () => {
  const bike = {
    name: 'City bike',
    entries: [{ interface: 'light.rack_plate', role: 'offers' as const, size: '50' }],
  }
  const parts = { 'FH-72280-3': 1 }
  const { conflicts } = evaluate({ name: '', purpose: 'free', parts, bike, conflicts: [] }, 'free')
  expect(conflicts).toEqual([])
})

test('a second part with the same needs and offers is never a conflict', () => {
  for (const cart of carts.filter(({ conflicts }) => conflicts.length === 0)) {
    for (const sku of Object.keys(cart.parts)) {
      const copy = `copy of ${sku}`
      parts.set(copy, parts.get(sku) as SamplePart)
      const { conflicts } = evaluate({ ...cart, parts: { ...cart.parts, [copy]: 1 } }, cart.purpose)
      parts.delete(copy)
      expect(conflicts, `${cart.name}, ${copy}`).toEqual([])
    }
  }
})

test.each([
  ['tube with another valve', 'FH-24128-3', 'This tube needs an 8.5 mm valve hole.'],
  ['tyre of another diameter', 'FH-23147-9', 'This tyre needs a 559 mm rim.'],
  ['rotor for another mount', 'FH-31180-9', 'This rotor needs a 6-bolt hub.'],
])('a spare %s causes only a note, no conflict and no missing part', (_, sku, why) => {
  const wheel = carts.find(({ name }) => name === 'Road disc rear wheel, 11-speed, with tube')
  const cart = { ...(wheel as LabelledCart), parts: { ...wheel?.parts, [sku]: 1 } }
  const { conflicts, missing, notes } = evaluate(cart, cart.purpose)
  expect({ conflicts, missing }).toEqual({ conflicts: [], missing: [] })
  expect(notes.map((note) => note.why())).toContain(why)
})

test.each([
  ['pad', 'Disc brake for 180 mm with adapter', 'FH-30404-5'],
  ['skewer', 'City front wheel, complete', 'FH-61242-7'],
  ['chain', 'Trail drivetrain 1 x 12 with cockpit and headset', 'FH-10110-7'],
])(
  'a spare %s of another size is no conflict if the set also has the right size',
  (_, name, sku) => {
    const cart = carts.find((one) => one.name === name) as LabelledCart
    const pads: Record<string, number> = name.startsWith('Disc') ? { 'FH-30401-2': 2 } : {}
    const full = { ...cart, parts: { ...cart.parts, ...pads, [sku]: 1 } }
    const { conflicts } = evaluate(full, cart.purpose)
    expect(conflicts).toEqual([])
  },
)

const wheelParts = { 'FH-20135-3': 1, 'FH-21119-1': 1 }

test.each([
  [
    { ...wheelParts, 'FH-22260-3': 36 },
    'These spokes are 260 mm long. The wheel needs 291.8 mm on the left and 290.3 mm on the right.',
  ],
  [
    { ...wheelParts, 'FH-20212-9': 1, 'FH-21221-7': 1, 'FH-22260-3': 64 },
    'These spokes are 260 mm long. The wheels need 291.8 or 290.3 or 293.5 or 294.6 mm.',
  ],
])('states the spoke lengths for the two sides of a wheel, or for two wheels: %j', (parts, why) => {
  const { conflicts } = evaluate({ name: '', purpose: 'free', parts, conflicts: [] }, 'free')
  expect(conflicts.map((conflict) => conflict.why)).toEqual([why])
})

test('states the number of crosses that the spokes fit, unless it is the usual number', () => {
  const { outside } = evaluate(
    { name: '', purpose: 'wheel', parts: { ...wheelParts, 'FH-22384-1': 36 }, conflicts: [] },
    'wheel',
  )
  expect(outside).toContain('These spokes are for a wheel with 2 crosses.')
  const mixed = { ...wheelParts, 'FH-22384-1': 18, 'FH-22260-3': 18 }
  const other = evaluate({ name: '', purpose: 'wheel', parts: mixed, conflicts: [] }, 'wheel')
  expect(other.outside.filter((why) => why.includes('crosses'))).toEqual([])
})

test('a conflict with a part states only the sizes of this part', () => {
  const parts = { 'FH-23354-1': 1, 'FH-21119-1': 1, 'FH-21159-7': 1 }
  const { conflicts } = evaluate({ name: '', purpose: 'free', parts, conflicts: [] }, 'free')
  expect(conflicts.map(({ why }) => why)).toContain(
    'This tyre needs a 584 mm rim. The rim is 622 mm.',
  )
})

test('reports no missing spokes for the rim of a bike', () => {
  const rim = { interface: 'wheel.spokes', role: 'needs' as const, size: '36' }
  const bike = { name: 'City bike', entries: [rim] }
  const parts = { 'FH-20135-3': 1 }
  const { missing } = evaluate({ name: '', purpose: 'free', parts, bike, conflicts: [] }, 'free')
  expect(missing.map((need) => need.interface)).not.toContain('spoke.elbow')
})

test('a part with few possible counterparts takes its counterpart first', () => {
  const parts = { 'FH-23240-6': 1, 'FH-23137-4': 1, 'FH-24128-3': 1, 'FH-24644-1': 1 }
  const { missing } = evaluate({ name: '', purpose: 'free', parts, conflicts: [] }, 'free')
  expect(missing.map((need) => need.interface)).not.toContain('tube.range')
})

test.each([
  [{ 'FH-23228-7': 1, 'FH-23240-6': 3, 'FH-24128-3': 1, 'FH-24125-9': 1, 'FH-24644-1': 1 }, []],
  [
    { 'FH-23228-7': 2, 'FH-23240-6': 3, 'FH-24128-3': 1, 'FH-24125-9': 1, 'FH-24644-1': 1 },
    [{ interface: 'tube.range', sizes: ['40-622', 'tubeless'], quantity: 1 }],
  ],
])('finds the same missing tubes in any sequence of the set: %j', (parts, expected) => {
  for (const sequence of permute(Object.entries(parts))) {
    const cart = { name: '', purpose: 'free' as const, parts: Object.fromEntries(sequence) }
    const { missing } = evaluate({ ...cart, conflicts: [] }, 'free')
    const missingTubes = missing.filter((need) => need.interface === 'tube.range')
    expect(missingTubes, JSON.stringify(cart.parts)).toEqual(expected)
  }
})

const permute = <T>(list: T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((first, n) => permute(list.toSpliced(n, 1)).map((rest) => [first, ...rest]))

test('two parts that need different chains conflict, even with both chains', () => {
  const parts = { 'FH-11190-3': 1, 'FH-40212-2': 1, 'FH-10120-3': 1, 'FH-10150-2': 1 }
  const { conflicts } = evaluate({ name: '', purpose: 'free', parts, conflicts: [] }, 'free')
  expect(conflicts.map(({ why }) => why)).toEqual([
    'This cassette needs a 9-speed chain. The derailleur needs a 12-speed chain.',
  ])
})

test('counts all spokes for two wheels, whichever side they suit', () => {
  const second = { 'FH-20315-9': 1, 'FH-21334-9': 1 }
  const parts = { ...wheelParts, ...second, 'FH-22292-7': 36 }
  const { missing } = evaluate({ name: '', purpose: 'free', parts, conflicts: [] }, 'free')
  expect(missing).toContainEqual({ interface: 'spoke.elbow', sizes: [], quantity: 32 })
})

test('reports only notes for separate parts', () => {
  for (const cart of carts) {
    const { conflicts, missing } = evaluate({ ...cart, bike: undefined }, 'separate')
    expect({ conflicts, missing }).toEqual({ conflicts: [], missing: [] })
  }
  const shelf = carts.find(({ name }) => name === 'Micro Spline cassette on an HG hub')
  expect(evaluate(shelf as LabelledCart, 'separate').notes[0]?.why()).toBe(
    'This cassette needs a Micro Spline freehub. The hub has HG.',
  )
})
