import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  isCompatible,
  isKnownSize,
  type PartInterface,
} from '../../server/features/catalog/relations/compatibility.ts'
import definitions from '../../server/features/catalog/relations/interfaces.json' with {
  type: 'json',
}

interface SamplePart {
  sku: string
  name: string
  family: string
  attributes: Record<string, unknown>
  fits: { interface: string; role: 'needs' | 'offers'; size: string }[]
}

const readJson = async (name: string) =>
  JSON.parse(await readFile(new URL(`./catalogue/${name}`, import.meta.url), 'utf8'))
const parts: SamplePart[] = await readJson('parts.json')
const interfaces = definitions.interfaces as unknown as PartInterface[]
const byId = new Map(interfaces.map((definition) => [definition.id, definition]))
const fits = parts.flatMap(({ sku, name, fits }) => fits.map((fit) => ({ sku, name, ...fit })))

test('has only known interfaces and sizes, each once in a part', () => {
  const wrong = fits.filter(({ interface: id, size }) => {
    const definition = byId.get(id)
    return !definition || !isKnownSize(definition, size)
  })
  expect(wrong).toEqual([])
  const keys = fits.map((fit) => JSON.stringify(fit))
  expect(new Set(keys).size).toBe(keys.length)
})

test('meets every need that the catalogue promises to meet', () => {
  const unmet = fits.filter(({ interface: id, role, size }) => {
    const definition = byId.get(id) as PartInterface
    if (role === 'offers' || definition.counterpart !== 'catalogue' || definition.optional)
      return false
    const offers = fits.filter((fit) => fit.interface === id && fit.role === 'offers')
    return !offers.some((offer) => isCompatible(definition, size, offer.size))
  })
  expect(unmet).toEqual([])
})

test('uses every interface', () => {
  const used = new Set(fits.map(({ interface: id }) => id))
  expect(interfaces.flatMap(({ id }) => (used.has(id) ? [] : [id]))).toEqual([])
})

test('has tables, intervals and words of known sizes, and several interfaces in each seat', () => {
  for (const definition of interfaces) {
    const { id, accepts = {}, intervals = {}, words, seat, pattern } = definition
    const sizes = [
      ...Object.entries(accepts).flatMap(([needed, offered]) => [needed, ...offered]),
      ...Object.keys(intervals),
    ]
    expect(
      sizes.filter((size) => !isKnownSize(definition, size)),
      id,
    ).toEqual([])
    expect(words?.need, id).toMatch(/\S/)
    if (!pattern && !words?.needs && !words?.offers)
      expect(words?.need.includes('{size}') || definition.sizes.length === 1, id).toBe(true)
    if (seat) {
      const rivals = interfaces.filter((other) => other.seat === seat)
      expect(rivals.length, id).toBeGreaterThan(1)
      expect(words?.other, id).toBeDefined()
    }
  }
})

/** The joints that follow from the attributes of a part, by family: `+` offers, `-` needs. */
const REVIEWS: Record<string, (attributes: Record<string, unknown>) => string[]> = {
  Cassettes: ({ freehub, speeds, teeth }) => [
    {
      XDR: '-freehub.xdr xdr',
      'Micro Spline': '-freehub.microspline ms-12',
      'HG 11 road': '-freehub.hg 11-road',
    }[freehub as string] ?? '-freehub.hg 8-10',
    `-chain.width ${Number(speeds) < 9 ? '6-8' : speeds}`,
    `+shift.index ${speeds}`,
    `-derailleur.sprocket ${(teeth as number[]).at(-1)}`,
  ],
  Chainrings: ({ bcd_mm, arms }) => [`-chainring.mount ${bcd_mm}x${arms}`],
  Hubs: ({ spoke_holes, flange_hole_mm, rotor_mount, driver }) => [
    `+wheel.spokes ${spoke_holes}`,
    `+spoke.elbow ${flange_hole_mm}`,
    `+rotor.mount ${{ '6-bolt 44 mm': '6-bolt-44', 'centre lock': 'centre-lock' }[rotor_mount as string] ?? 'none'}`,
    ...({
      'HG 8-10': ['+freehub.hg 8-10'],
      'HG 11 road': ['+freehub.hg 11-road'],
      'Micro Spline': ['+freehub.microspline ms-12'],
      XDR: ['+freehub.xdr xdr'],
      'freewheel thread': ['+freewheel.thread iso'],
      'track and freewheel thread': ['+freewheel.thread track', '+freewheel.thread iso'],
    }[driver as string] ?? []),
  ],
  Rims: ({ spoke_holes, bead_seat_mm, inner_width_mm, valve_hole_mm, nipple_hole_mm, brake }) => [
    `-wheel.spokes ${spoke_holes}`,
    `+tyre.bead ${bead_seat_mm}`,
    `+tyre.width ${inner_width_mm}`,
    `-rim.tape_width ${inner_width_mm}`,
    `+valve.hole ${valve_hole_mm}`,
    `+rim.nipple_hole ${nipple_hole_mm}`,
    `+brake.track ${brake === 'disc' ? 'none' : 'aluminium'}`,
  ],
  Tyres: ({ bead_seat_mm, width_mm, etrto, tubeless }) => [
    `-tyre.bead ${bead_seat_mm}`,
    `-tyre.width ${width_mm}`,
    `-tube.range ${etrto}`,
    `-mudguard.range ${etrto}`,
    ...(tubeless ? ['-tube.range tubeless'] : []),
  ],
  'Disc rotors': ({ rotor_diameter_mm, mount }) => [
    `+rotor.diameter ${rotor_diameter_mm}`,
    `-rotor.mount ${mount === '6-bolt' ? '6-bolt-44' : 'centre-lock'}`,
  ],
  Stems: ({ bar_clamp_mm }) => [`+bar.clamp ${bar_clamp_mm}`, '-steerer 1-1/8'],
  Handlebars: ({ bar_clamp_mm, grip_diameter_mm }) => [
    `-bar.clamp ${bar_clamp_mm}`,
    `+bar.tube ${grip_diameter_mm}`,
  ],
  Derailleurs: ({ max_sprocket_teeth }) =>
    max_sprocket_teeth ? [`+derailleur.sprocket ${max_sprocket_teeth}`] : [],
  Saddles: ({ rail_diameter_mm }) => [`+seat.rail ${rail_diameter_mm}`],
}

test('states in the joints of a part what its attributes say', () => {
  let reviewed = 0
  for (const { name, family, attributes, fits } of parts) {
    const expected = REVIEWS[family]?.(attributes)
    if (!expected) continue
    reviewed++
    const stated = fits.map(
      (fit) => `${fit.role === 'offers' ? '+' : '-'}${fit.interface} ${fit.size}`,
    )
    expect(stated, name).toEqual(expect.arrayContaining(expected))
  }
  expect(reviewed).toBeGreaterThan(50)
})
