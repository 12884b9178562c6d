import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  isCompatible,
  isKnownSize,
  type PartInterface,
} from '../../server/features/catalog/relations/interface-compatibility.ts'
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
  JSON.parse(await readFile(new URL(`./catalog/${name}`, import.meta.url), 'utf8'))
const parts: SamplePart[] = await readJson('parts.json')
const interfaces = definitions.interfaces as unknown as PartInterface[]
const byId = new Map(interfaces.map((definition) => [definition.id, definition]))
const fitEntries = parts.flatMap(({ sku, name, fits }) =>
  fits.map((fit) => ({ sku, name, ...fit })),
)

test('fit entries have known interfaces and sizes, and no part has one twice', () => {
  const wrong = fitEntries.filter(({ interface: id, size }) => {
    const definition = byId.get(id)
    return !definition || !isKnownSize(definition, size)
  })
  expect(wrong).toEqual([])
  const keys = fitEntries.map((fit) => JSON.stringify(fit))
  expect(new Set(keys).size).toBe(keys.length)
})

test('contains a matching offer for each required need whose counterpart is a part of the catalog', () => {
  const unmet = fitEntries.filter(({ interface: id, role, size }) => {
    const definition = byId.get(id) as PartInterface
    if (role === 'offers' || definition.counterpart !== 'catalogue' || definition.optional)
      return false
    const offers = fitEntries.filter((fit) => fit.interface === id && fit.role === 'offers')
    return !offers.some((offer) => isCompatible(definition, size, offer.size))
  })
  expect(unmet).toEqual([])
})

test('uses every interface', () => {
  const used = new Set(fitEntries.map(({ interface: id }) => id))
  expect(interfaces.flatMap(({ id }) => (used.has(id) ? [] : [id]))).toEqual([])
})

test('each interface has known sizes and phrases for the search, and each exclusive group has several interfaces', () => {
  for (const definition of interfaces) {
    const {
      id,
      accepts = {},
      intervals = {},
      ends = [],
      words,
      exclusiveGroup,
      pattern,
    } = definition
    const { serves = {}, extras = {} } = definition
    const sizes = [
      ...[words?.sizes, words?.needs, words?.offers].flatMap((texts = {}) => Object.keys(texts)),
      ...Object.entries(accepts).flatMap(([needed, offered]) => [needed, ...offered]),
      ...Object.keys({ ...intervals, ...serves }),
      ...Object.entries(extras).flatMap(([needed, offered]) => [needed, ...Object.keys(offered)]),
      ...ends.flat(),
    ]
    expect(
      sizes.filter((size) => !isKnownSize(definition, size)),
      id,
    ).toEqual([])
    expect(words?.need, id).toMatch(/\S/)
    if (!pattern && !words?.needs && !words?.offers)
      expect(words?.need.includes('{size}') || definition.sizes.length === 1, id).toBe(true)
    if (exclusiveGroup) {
      const rivals = interfaces.filter((other) => other.exclusiveGroup === exclusiveGroup)
      expect(rivals.length, id).toBeGreaterThan(1)
      expect(words?.other, id).toBeDefined()
    }
  }
})

type Attributes = Record<string, unknown>

/**
 * Returns a need or offer for the value of an attribute, or for each value of a list. Empty for a
 * missing attribute.
 */
const listFits = (values: unknown, format: (value: unknown) => string) =>
  [values ?? []].flat().map((value) => format(value))

/** "M10 x 1" in attributes is `M10x1` as a size, "9/16 x 20 TPI" is `9/16x20`. */
const formatThread = (thread: unknown) => String(thread).replace(' x ', 'x').replace(' TPI', '')
const formatGauge = (gauge: unknown) => Number(gauge).toFixed(1)

/** The size of the chain for a number of sprockets. */
function formatChain(speeds: unknown): string {
  const count = Number(speeds)
  if (count === 1) return '1/8'
  return count < 9 ? '6-8' : String(count)
}

/** Values of attributes, with the sizes, needs or offers that they mean. */
const STEERERS: Record<string, string> = {
  '1 threaded': '1-threaded',
  '1-1/8 to 1-1/2': '1-1/8-to-1-1/2',
}
const BRAKE_MOUNTS: Record<string, string[]> = {
  'cantilever boss': ['-brake.rim_mount cantilever-boss', '-brake.track aluminium'],
  'centre bolt M6, recessed nut': ['-brake.rim_mount centre-bolt', '-brake.track aluminium'],
  'post 74 mm': ['-brake.disc_mount post-160', '-brake.disc_mount post-180'],
}

/** The needs and offers that follow from the attributes of a part, by family: `+` offers, `-` needs. */
const FITS_BY_FAMILY: Record<string, (attributes: Attributes) => string[]> = {
  Chains: ({ speeds, links }) => {
    const size = formatChain((speeds as number[])[0])
    return links ? [`+chain.width ${size}`, `+chain.link ${size}`] : [`-chain.link ${size}`]
  },
  Cassettes: ({ freehub, speeds, teeth }) => [
    {
      XDR: '-freehub.xdr xdr',
      'Micro Spline': '-freehub.microspline ms-12',
      'HG 11 road': '-freehub.hg 11-road',
    }[freehub as string] ?? '-freehub.hg 8-10',
    `-chain.width ${formatChain(speeds)}`,
    `+shift.index ${speeds}`,
    `-derailleur.sprocket ${(teeth as number[]).at(-1)}`,
  ],
  'Freewheels and sprockets': ({ speeds, teeth, lockring_thread }) => [
    `-chain.width ${formatChain(speeds)}`,
    ...(Number(speeds) > 1
      ? [
          '-freewheel.thread iso',
          `+shift.index ${speeds}`,
          `-derailleur.sprocket ${(teeth as number[]).at(-1)}`,
        ]
      : [`-freewheel.thread ${lockring_thread ? 'track' : 'single'}`]),
  ],
  Chainrings: ({ bcd_mm, arms }) => [`-chainring.mount ${bcd_mm}x${arms}`],
  Cranksets: ({ spindle }) => [
    `-bb.spindle ${String(spindle).replace('square taper JIS ', 'jis-').replace(' mm ', '-').toLowerCase()}`,
    '+pedal.thread 9/16x20',
  ],
  'Bottom brackets': ({ shell, shell_width_mm, shell_widths_mm, axle_length_mm }) => [
    ...listFits(shell_widths_mm ?? shell_width_mm, (width) => `-bb.shell ${shell}-${width}`),
    ...listFits(axle_length_mm, (length) => `+bb.spindle jis-${length}`),
  ],
  Pedals: ({ thread, cleat }) => [
    `-pedal.thread ${formatThread(thread)}`,
    ...listFits(cleat, (size) => `+shoe.cleat ${size}`),
  ],
  Hubs: (attributes) => {
    const { position, over_locknut_mm, axle, axle_diameter_mm, bearing, output_v } = attributes
    const { spoke_holes, flange_hole_mm, rotor_mount, driver } = attributes
    return [
      `+wheel.spokes ${spoke_holes}`,
      `+spoke.elbow ${flange_hole_mm}`,
      `+rotor.mount ${{ '6-bolt 44 mm': '6-bolt-44', 'centre lock': 'centre-lock' }[rotor_mount as string] ?? 'none'}`,
      ...({
        'HG 8-10': ['+freehub.hg 8-10'],
        'HG 11 road': ['+freehub.hg 11-road'],
        'Micro Spline': ['+freehub.microspline ms-12'],
        XDR: ['+freehub.xdr xdr'],
        'freewheel thread': ['+freewheel.thread iso'],
        'track and freewheel thread': ['+freewheel.thread track', '+freewheel.thread single'],
      }[driver as string] ?? []),
      ...(/^QR/.test(String(axle))
        ? [
            `-hub.dropout qr-${position}-${over_locknut_mm}`,
            `-hub.skewer ${position}-${over_locknut_mm}`,
          ]
        : []),
      ...(/^thru/.test(String(axle))
        ? [
            `-hub.dropout ta-${axle_diameter_mm}x${over_locknut_mm}`,
            `-hub.thru_axle ${axle_diameter_mm}x${over_locknut_mm}`,
          ]
        : []),
      ...(/\d x (.+)/.exec(String(bearing))?.slice(1) ?? []).map((ring) => `-bearing.ring ${ring}`),
      ...listFits(output_v, () => '+light.power hub-6v-3w'),
    ]
  },
  Rims: ({ spoke_holes, bead_seat_mm, inner_width_mm, valve_hole_mm, nipple_hole_mm, brake }) => [
    `-wheel.spokes ${spoke_holes}`,
    `+tyre.bead ${bead_seat_mm}`,
    `+tyre.width ${inner_width_mm}`,
    `-rim.tape_width ${inner_width_mm}`,
    `+valve.hole ${valve_hole_mm}`,
    `+rim.nipple_hole ${nipple_hole_mm}`,
    `+brake.track ${brake === 'disc' ? 'none' : 'aluminium'}`,
  ],
  'Spokes and nipples': ({ spoke_gauge_mm, nipple_length_mm }) => {
    const gauges = [spoke_gauge_mm].flat()
    const thread = formatGauge(gauges.at(-1))
    return nipple_length_mm
      ? [`+spoke.thread ${thread}`]
      : [`-spoke.elbow ${formatGauge(gauges[0])}`, `-spoke.thread ${thread}`]
  },
  Tyres: ({ bead_seat_mm, width_mm, etrto, tubeless }) => [
    `-tyre.bead ${bead_seat_mm}`,
    `-tyre.width ${width_mm}`,
    `-tube.range ${etrto}`,
    `-mudguard.range ${etrto}`,
    ...(tubeless ? ['-tube.range tubeless'] : []),
  ],
  'Tubes, rim tapes and valves': (attributes) => {
    const { tape_width_mm, valve, width_min_mm, width_max_mm } = attributes
    const { bead_seat_mm, bead_seats_mm = bead_seat_mm } = attributes
    if (tape_width_mm) return [`+rim.tape_width ${tape_width_mm}`]
    if (!bead_seat_mm) return ['-valve.hole 6.5-tubeless', '+tube.range tubeless']
    return [
      `-valve.hole ${valve === 'Presta' ? '6.5' : '8.5'}`,
      ...listFits(bead_seats_mm, (bead) => `+tube.range ${width_min_mm}/${width_max_mm}-${bead}`),
    ]
  },
  'Brake pads': ({ stud, shape, compound, rim_material, pad_length_mm }) => [
    ...listFits(stud, (fixing) => `+pad.rim ${fixing === 'M6 bolt' ? 'bolt-m6' : 'post-m6'}`),
    ...listFits(rim_material, (material) => `-brake.track ${material}`),
    ...(rim_material && !stud ? [`+pad.insert ${pad_length_mm}`] : []),
    ...listFits(shape, (code) => `+pad.disc ${code}`),
    ...listFits(compound, (name) => `-pad.compound ${name}`),
  ],
  'Disc rotors': ({ rotor_diameter_mm, mount, pads }) => [
    `+rotor.diameter ${rotor_diameter_mm}`,
    `-rotor.mount ${mount === '6-bolt' ? '6-bolt-44' : 'centre-lock'}`,
    ...listFits(pads, (compound) => `+pad.compound ${compound}`),
  ],
  'Brakes and levers': (attributes) => {
    const { mount, mount_from, mount_to, cable_pull, cable_pulls, clamp_mm, pad_shape } = attributes
    return [
      ...(BRAKE_MOUNTS[mount as string] ?? []),
      ...listFits(mount_from, (from) => `-brake.disc_mount ${String(from).replace(' ', '-')}`),
      ...listFits(mount_to, (to) => `+brake.disc_mount ${String(to).replace(' ', '-')}`),
      ...listFits(cable_pull, (pull) => `-brake.pull ${pull}`),
      ...listFits(cable_pulls, (pull) => `+brake.pull ${pull}`),
      ...listFits(clamp_mm, (diameter) => `-bar.tube ${diameter}`),
      ...listFits(pad_shape, (shape) => `-pad.disc ${shape}`),
    ]
  },
  'Cables and housing': ({
    use,
    head,
    roll_length_m,
    outside_diameter_mm,
    housing_diameter_mm,
  }) => {
    if (housing_diameter_mm) return [`+cable.ferrule ${housing_diameter_mm}`]
    if (roll_length_m) return [`+cable.housing ${use}`, `-cable.ferrule ${outside_diameter_mm}`]
    const hasHead = use === 'brake' ? `+cable.brake_head ${head}` : '+cable.shift_head 4x4'
    return [`-cable.housing ${use}`, hasHead]
  },
  Derailleurs: ({ speeds, cable_ratio, max_sprocket_teeth, band_mm, shims_mm }) => [
    ...listFits(max_sprocket_teeth, (teeth) => `+derailleur.sprocket ${teeth}`),
    ...listFits(cable_ratio, (ratio) => `-shift.ratio ${ratio}`),
    ...listFits(cable_ratio, () => `-chain.width ${formatChain((speeds as number[])[0])}`),
    ...listFits(band_mm && [band_mm, shims_mm].flat(), (band) => `-derailleur.band ${band}`),
  ],
  'Derailleur hangers': ({ thread }) => [`+derailleur.hanger ${formatThread(thread)}`],
  Shifters: ({ speeds_rear, speeds_front, cable_ratio, clamp_mm }) => [
    `-shift.index ${speeds_rear}`,
    `+shift.ratio ${cable_ratio}`,
    `-bar.tube ${clamp_mm}`,
    ...listFits(speeds_front, () => '+shift.front triple'),
  ],
  Headsets: ({ upper_shis, lower_shis, steerer }) => [
    `-headset.cup ${String(upper_shis).replace('-24tpi', '')}`,
    `-headset.cup ${lower_shis}`,
    `-steerer ${STEERERS[steerer as string] ?? '1-1/8-straight'}`,
  ],
  Stems: ({ bar_clamp_mm }) => [`+bar.clamp ${bar_clamp_mm}`, '-steerer 1-1/8'],
  Handlebars: ({ bar_clamp_mm, grip_diameter_mm }) => [
    `-bar.clamp ${bar_clamp_mm}`,
    `+bar.tube ${grip_diameter_mm}`,
  ],
  'Grips and bar tape': ({ grip_diameter_mm }) => [`-bar.tube ${grip_diameter_mm ?? 23.8}`],
  Saddles: ({ rail_diameter_mm }) => [`+seat.rail ${rail_diameter_mm}`],
  'Seatposts and clamps': ({ post_diameter_mm, clamp_diameter_mm }) => [
    ...listFits(post_diameter_mm, (diameter) => `-seat.post ${diameter}`),
    ...listFits(clamp_diameter_mm, (diameter) => `-seat.clamp ${diameter}`),
  ],
  Bearings: ({ designation, ball_size_inch }) => [
    ...listFits(designation, (ring) => `+bearing.ring ${ring}`),
    ...listFits(ball_size_inch, (size) => `+ball.loose ${size}`),
  ],
  'Axles and small parts': (attributes) => {
    const { front_old_mm, rear_old_mm, under_head_mm, axle_diameter_mm } = attributes
    const { over_locknut_mm, thread, sleeve_diameter_mm, steerer } = attributes
    return [
      ...listFits(front_old_mm, (width) => `+hub.skewer front-${width}`),
      ...listFits(rear_old_mm, (width) => `+hub.skewer rear-${width}`),
      ...listFits(under_head_mm, () => `+hub.thru_axle ${axle_diameter_mm}x${over_locknut_mm}`),
      ...listFits(under_head_mm, () => `-frame.axle_thread ${formatThread(thread)}`),
      ...(sleeve_diameter_mm ? ['+bolt.chainring M8 single', '+bolt.chainring M8 double'] : []),
      ...listFits(steerer, (size) => `-steerer ${size}`),
    ]
  },
  Mudguards: ({ bead_seat_mm, tyre_width_min_mm, tyre_width_max_mm }) => [
    `+mudguard.range ${tyre_width_min_mm}/${tyre_width_max_mm}-${bead_seat_mm}`,
    '-frame.eyelet M5',
  ],
  'Racks and stands': ({ lamp_hole_spacing_mm, plate_hole_spacing_mm }) => [
    ...listFits(lamp_hole_spacing_mm, (spacing) => `+light.rack_plate ${spacing}`),
    ...listFits(plate_hole_spacing_mm, (spacing) => `-stand.plate ${spacing}`),
  ],
  Lights: ({ illuminance_lx, hole_spacings_mm }) => [
    ...(illuminance_lx
      ? ['-light.power hub-6v-3w', '+light.rear_feed 6v']
      : ['-light.rear_feed 6v']),
    ...listFits(hole_spacings_mm, (spacing) => `-light.rack_plate ${spacing}`),
  ],
}

/**
 * Needs (`-`) and offers (`+`) that only the description of a part states, with the first five digits of the SKUs.
 */
const FITS_BY_DESCRIPTION: Record<string, string> = {
  '-chain.width 6-8': '13126 13148 14148 40503',
  '-chain.width 9-12': '13132 14332',
  '-chain.width 10-11': '13234 13250 14250',
  '-chain.width 1/8': '13346 14446',
  '-bolt.chainring M8 single': '13126 13132 13346',
  '-bolt.chainring M8 double': '13148 13234 13250',
  '+chainring.mount 64x4': '14148',
  '+chainring.mount 104x4': '14148 14332',
  '+chainring.mount 110x5': '14250',
  '+chainring.mount 130x5': '14446',
  '+bb.spindle 24-road': '15224 15341 15346',
  '+bb.spindle 24-mtb': '15224 15346',
  '-hub.dropout qr-rear-130': '20136',
  '-hub.dropout nutted-120': '20420',
  '-ball.loose 3/16': '20110',
  '-ball.loose 1/4': '20135 20136 20420',
  '-rim.nipple_hole 4.5': '22612 22614',
  '-pad.insert 55': '30255',
  '-pad.rim post-m6': '32110',
  '-pad.rim bolt-m6': '32215',
  '-cable.brake_head barrel': '32120',
  '-rotor.diameter 160-203': '32330',
  '-derailleur.hanger M10x1': '40108 40209 40212',
  '-shift.front triple': '40503',
  '-frame.hanger_seat axle-slot-10': '41110',
  '-frame.hanger_seat universal-12': '41221',
  '-cable.shift_head 4x4': '42138 42212',
  '-cable.housing shift': '42138',
  '-bearing.ring 41.8x30.5x8': '50242 50344',
  '-bearing.ring 52x40x7': '50242 50344',
  '-seat.rail 7': '55127 55331',
  '-frame.eyelet M5': '71125',
}

test('every part has the needs and offers that its attributes and description state, and no others', () => {
  for (const { sku, name, family, attributes, fits } of parts) {
    const byAttributes = FITS_BY_FAMILY[family]?.(attributes) ?? []
    const byDescription = Object.entries(FITS_BY_DESCRIPTION).flatMap(([fit, numbers]) =>
      numbers.split(' ').includes(sku.slice(3, 8)) ? fit : [],
    )
    const expected = [...byAttributes, ...byDescription]
    expect(expected, name).not.toEqual([])
    const stated = fits.map(
      ({ role, interface: id, size }) => `${role === 'offers' ? '+' : '-'}${id} ${size}`,
    )
    expect(stated.sort(), `${sku} ${name}`).toEqual(expected.sort())
  }
})
