import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { PartInterface } from '../../catalog/relations/compatibility.ts'
import catalogueInterfaces from '../../catalog/relations/interfaces.json' with { type: 'json' }
import { findNoun } from '../../catalog/relations/part-noun.ts'
import { evaluateFit, type FitCheckKind, type FitMember, type Joint } from './evaluate-fit.ts'

interface LabelledCart {
  name: string
  check: FitCheckKind
  parts: Record<string, number>
  bike?: { name: string; entries: Joint[] }
  /** `a` and `b`: SKU, or `bike`. */
  conflicts: { a: string; b: string; why: string }[]
  missing?: { interface: string; sizes: string[]; quantity: number }[]
}

interface SamplePart {
  sku: string
  name: string
  family: string
  fits: Joint[]
}

const readJson = async <T>(path: string): Promise<T> =>
  JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'))
const samples = '../../../../dev/sample-data/catalogue'
const parts = new Map(
  (await readJson<SamplePart[]>(`${samples}/parts.json`)).map((part) => [part.sku, part]),
)
const definitions = new Map(
  (catalogueInterfaces.interfaces as unknown as PartInterface[]).map((definition) => [
    definition.id,
    definition,
  ]),
)
const carts = await readJson<LabelledCart[]>('../testing/labelled-carts.json')

function evaluate(cart: LabelledCart, kind: FitCheckKind) {
  const members = Object.entries(cart.parts).map(([sku, quantity]) => {
    const { name, family, fits } = parts.get(sku) as SamplePart
    return { id: sku, name, noun: findNoun(name, family), quantity, joints: fits }
  })
  const bike = cart.bike && {
    id: null,
    name: cart.bike.name,
    noun: null,
    quantity: 1,
    joints: cart.bike.entries,
  }
  const found = evaluateFit(members, definitions, kind, bike)
  const nameOf = ({ id }: FitMember) => id ?? 'bike'
  return {
    conflicts: found.conflicts.map(({ a, b, why }) => ({ a: nameOf(a), b: nameOf(b), why: why() })),
    missing: found.missing.map(({ interface: id, needs, quantity }) => ({
      ...{ interface: id, sizes: needs.flat(), quantity },
    })),
    notes: found.notes,
  }
}

const sorted = <T>(list: T[] | undefined) => list?.map((one) => JSON.stringify(one)).sort()

test('has 20 carts that are right and 20 that are wrong', () => {
  expect(carts.filter(({ conflicts }) => conflicts.length === 0)).toHaveLength(20)
  expect(carts.filter(({ conflicts }) => conflicts.length > 0)).toHaveLength(20)
})

test.each(carts)('finds every conflict and all that is missing, and no more: $name', (cart) => {
  const { conflicts, missing } = evaluate(cart, cart.check)
  expect(sorted(conflicts)).toEqual(sorted(cart.conflicts))
  expect(sorted(cart.missing && missing)).toEqual(sorted(cart.missing))
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
])('states the conflicts of two parts: %s, %s', (first, second, expected) => {
  const cart = { name: '', check: 'free' as const, parts: { [first]: 1, [second]: 1 } }
  const { conflicts } = evaluate({ ...cart, conflicts: [] }, 'free')
  expect(conflicts.map(({ why }) => why)).toEqual(expected)
})

test('has only notes for loose parts', () => {
  for (const cart of carts) {
    const { conflicts, missing } = evaluate({ ...cart, bike: undefined }, 'loose')
    expect({ conflicts, missing }).toEqual({ conflicts: [], missing: [] })
  }
  const shelf = carts.find(({ name }) => name === 'Micro Spline cassette on an HG hub')
  expect(evaluate(shelf as LabelledCart, 'loose').notes[0]?.why()).toBe(
    'This cassette needs a Micro Spline freehub. The hub has HG.',
  )
})
