import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import catalogue from '../dev/sample-data/catalogue/parts.json' with { type: 'json' }
import { drawHouse, drawPart, drawPhantom, houseDrawings, type Level } from './draw.ts'
import { figures } from './families.ts'
import { letters } from './lettering.ts'

interface Listed {
  readonly name: string
  readonly drawing: { readonly figure: string; readonly parameters: Record<string, unknown> }
}

const parts = catalogue as readonly Listed[]
const levels: readonly Level[] = ['icon', 'card', 'sheet']

const drawn = (part: Listed, level: Level) =>
  drawPart({ ...part.drawing, id: 'FH-10110-C', label: part.name }, level)

test('every figure of the catalogue has a drawing of its own', () => {
  for (const { drawing } of parts) expect(figures).toContain(drawing.figure)
})

describe('every part of the catalogue at every level', () => {
  test('is well-formed XML without numbers gone wrong', () => {
    for (const part of parts) for (const level of levels) expectSound(drawn(part, level), part.name)
  })

  test('stays small: 20 kB with its typeface apart', () => {
    for (const part of parts)
      for (const level of levels)
        expect(withoutFaces(drawn(part, level)).length, part.name).toBeLessThan(20_480)
  })

  test('bears its name, and figures on cards and sheets alone', () => {
    for (const part of parts) {
      expect(drawn(part, 'icon')).not.toContain('<text')
      expect(drawn(part, 'icon')).not.toContain('@font-face')
      for (const level of ['card', 'sheet'] as const) expect(drawn(part, level)).toContain('<text')
    }
  })

  test('letters nothing that its typeface lacks', () => {
    for (const part of parts)
      for (const level of levels)
        for (const [, words = ''] of drawn(part, level).matchAll(/<text[^>]*>(.*?)<\/text>/g))
          for (const letter of words.replace(/<[^>]*>/g, ''))
            expect(`${letters}Ø`, `${part.name}: ${words}`).toContain(letter)
  })

  test('shows more figures on the sheet than on the card, or as many', () => {
    for (const part of parts)
      expect(times(drawn(part, 'sheet'), '<text')).toBeGreaterThanOrEqual(
        times(drawn(part, 'card'), '<text'),
      )
  })
})

describe('what is drawn is what the catalogue says', () => {
  const all = (figure: string) => parts.filter(({ drawing }) => drawing.figure === figure)

  test('the teeth of cassettes, freewheels, chainrings and cranksets', () => {
    for (const figure of ['cassette', 'freewheel', 'chainring', 'crankset'])
      for (const part of all(figure)) {
        const rings = [...drawn(part, 'sheet').matchAll(/<path class="v"[^>]*d="([^"]*)"/g)]
          .map(([, data = '']) => data.match(/a3\.91? 3\.91? 0 0 0/g)?.length ?? 0)
          .filter((n) => n > 0)
        const wanted = [part.drawing.parameters.teeth].flat() as number[]
        expect(rings.sort(byNumber), part.name).toEqual([...wanted].sort(byNumber))
      }
  })

  test('the sprockets of a cassette from the side', () => {
    for (const part of all('cassette')) {
      const spacers = times(drawn(part, 'card'), '<rect class="t"')
      expect(spacers).toBe((part.drawing.parameters.teeth as number[]).length - 1)
    }
  })

  test('the links of a chain that are shown, and the number of all', () => {
    for (const part of all('chain')) {
      const { shown_links, links } = part.drawing.parameters
      expect(times(drawn(part, 'card'), '<circle class="t"')).toBe(Number(shown_links) + 1)
      expect(drawn(part, 'sheet')).toContain(`${links} LINKS × 12.7`)
    }
  })

  test('the bolts of chainrings and rotors', () => {
    for (const part of all('chainring'))
      expect(circles(drawn(part, 'card'), 'p', '5')).toBe(part.drawing.parameters.arms)
    for (const part of all('rotor'))
      expect(circles(drawn(part, 'card'), 'p', '2.6')).toBe(part.drawing.parameters.bolts ?? 0)
  })

  test('the spoke holes of hubs and rims', () => {
    for (const part of all('hub')) {
      const svg = drawn(part, 'sheet')
      expect(circles(svg, 'p', '1.3') + circles(svg, 'h', '1.3')).toBe(
        part.drawing.parameters.spoke_holes,
      )
    }
    // A rim has two openings more: its own inside and the valve's hole.
    for (const part of all('rim'))
      expect(times(drawn(part, 'sheet'), '<circle class="p"')).toBe(
        Number(part.drawing.parameters.spoke_holes) + 2,
      )
  })

  test('the balls of bearings, with two more in the section', () => {
    for (const part of all('bearing').filter(({ drawing }) => drawing.parameters.balls)) {
      const svg = drawn(part, 'card')
      const radii = [...svg.matchAll(/<circle class="v"[^>]* r="([^"]*)"/g)].map(([, r]) => r)
      const ball = radii.at(-1)
      expect(radii.filter((r) => r === ball).length).toBe(Number(part.drawing.parameters.balls) + 2)
    }
  })

  test('the pins of pedals, the teeth of pulleys, the fingers of levers, the gears of shifters', () => {
    for (const part of all('pedal'))
      expect(circles(drawn(part, 'card'), 'v', '1.9')).toBe(part.drawing.parameters.pins ?? 0)
    for (const part of all('rear-derailleur'))
      expect(times(drawn(part, 'card'), 'a3.91 3.91 0 0 0')).toBe(
        2 * Number(part.drawing.parameters.pulley_teeth),
      )
    for (const part of all('brake-lever'))
      expect(times(drawn(part, 'sheet'), '<circle class="g"')).toBe(part.drawing.parameters.fingers)
    for (const part of all('shifter'))
      expect(times(drawn(part, 'card'), '<path class="t"')).toBe(
        part.drawing.parameters.speeds_rear,
      )
  })

  test('the spokes of a wheel', () => {
    const svg = drawPart(
      { figure: 'wheel', parameters: { spokes: 36 }, id: 'w', label: '' },
      'sheet',
    )
    expect(times(svg, '<path class="s"')).toBe(36)
  })
})

describe('what is not known is not dimensioned', () => {
  test('a part without parameters is drawn by the standard, and nearly silent', () => {
    for (const figure of figures)
      for (const level of levels)
        expectSound(drawPart({ figure, parameters: {}, id: figure, label: figure }, level), figure)
    for (const figure of ['rotor', 'hub', 'tyre', 'stem', 'bearing', 'cable', 'saddle'])
      expect(drawPart({ figure, parameters: {}, id: 'x', label: '' }, 'card')).not.toContain(
        '<text',
      )
  })

  test('an unknown figure is a box with the sizes it has', () => {
    const svg = drawPart(
      { figure: 'toString', parameters: { length_mm: 120, width_mm: 80 }, id: 'x', label: 'Tool' },
      'sheet',
    )
    expectSound(svg, 'box')
    expect(svg).toContain('>120<')
    expect(svg).toContain('>80<')
    expect(times(svg, '<text')).toBe(2)
  })
})

describe('hostile values are inert', () => {
  const namesOf = (figure: string) =>
    parts
      .filter(({ drawing }) => drawing.figure === figure)
      .flatMap(({ drawing }) => Object.keys(drawing.parameters))
  const hostile = fc.oneof(
    fc.constantFrom(
      '"><script>alert(1)</script>',
      "'/><g onload='x'",
      Number.NaN,
      -1,
      0,
      1e9,
      1e308,
      Number.POSITIVE_INFINITY,
      Number.MIN_VALUE,
      null,
      undefined,
      [],
      {},
      [1e9],
      [Number.NaN, 11],
      Array.from({ length: 1e4 }, () => 11),
      'x'.repeat(1e4),
      true,
    ),
    fc.double({ min: -10, max: 700 }),
    fc.integer({ min: -5, max: 100 }),
    fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 16 }),
    fc.anything(),
  )

  const anyPart = fc.constantFrom(...figures).chain((figure) =>
    fc.record({
      figure: fc.constant(figure),
      parameters: fc.record(Object.fromEntries(namesOf(figure).map((name) => [name, hostile])), {
        requiredKeys: [],
      }),
      id: fc.string(),
      label: fc.string(),
    }),
  )

  test('whatever stands in the parameters, the drawing is sound and bounded', () => {
    fc.assert(
      fc.property(anyPart, fc.constantFrom(...levels), (part, level) => {
        const svg = drawPart(part, level)
        expectSound(svg, part.figure)
        expect(svg).not.toContain('<script')
        expect(withoutFaces(svg).length).toBeLessThan(60_000)
      }),
      { numRuns: 3000 },
    )
  })

  test('each parameter by itself, beside the true others', () => {
    const values = ['"><script>', Number.NaN, -5, 0, 1e9, Number.POSITIVE_INFINITY, null, {}, [1e9]]
    for (const { drawing } of parts)
      for (const name of Object.keys(drawing.parameters))
        for (const value of values) {
          const parameters = { ...drawing.parameters, [name]: value }
          const svg = drawPart({ ...drawing, parameters, id: 'x', label: '' }, 'sheet')
          expectSound(svg, `${drawing.figure} ${name}`)
          expect(svg).not.toContain('script')
        }
  })

  test('a name or a number with markup in it is escaped', () => {
    const label = `</title><script>alert("&'")</script>\u0000`
    const svg = drawPart({ figure: 'bearing', parameters: {}, id: '"><a', label }, 'sheet')
    expectSound(svg, 'label')
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;alert(&quot;&amp;&#39;&quot;)')
  })

  test('a name in any script, with marks and separators in it, is read out as it is', () => {
    const label = `one\u2028two \u202eעברית\u202c 😀 <!-- ]]> --> &lt; ${'W'.repeat(300)}`
    for (const level of levels) {
      const svg = drawPart({ figure: 'bearing', parameters: {}, id: 'x', label }, level)
      expectSound(svg, 'label')
      expect(svg).toContain('one\u2028two \u202eעברית\u202c 😀 &lt;!-- ')
      expect(svg).toContain('&amp;lt; WWW')
    }
  })
})

describe("the shop's own drawings", () => {
  test('are sound, every one', () => {
    for (const name of houseDrawings) expectSound(drawHouse(name), name)
    for (const figure of figures) expectSound(drawPhantom(figure), figure)
  })

  test('the drivetrain counts its links and draws its dimensions once, unless motion is unwanted', () => {
    const svg = drawHouse('drivetrain')
    const pins = circles(svg, 't', '1.8')
    expect(svg).toContain(`${pins} LINKS × 12.7`)
    expect(svg).toContain('prefers-reduced-motion:no-preference')
    expect(svg).not.toContain('infinite')
    expect(drawHouse('drivetrain-still')).not.toContain('animation')
    expect(drawHouse('drivetrain-small')).not.toContain('<text')
  })

  test('the missing link is dimensioned 404', () => {
    expect(drawHouse('missing-link')).toContain('>404<')
  })

  test('a name not known is the mark', () => {
    expect(drawHouse('__proto__')).toBe(drawHouse('mark'))
  })
})

const times = (svg: string, piece: string) => svg.split(piece).length - 1

const circles = (svg: string, line: string, radius: string) =>
  [...svg.matchAll(/<circle class="(\w)"[^>]* r="([^"]*)"/g)].filter(
    ([, l, r]) => l === line && r === radius,
  ).length

const byNumber = (a: number, b: number) => a - b

const withoutFaces = (svg: string) => svg.replace(/@font-face\{[^}]*\}/g, '')

/** Fails unless the text is one well-formed SVG document whose attributes hold no broken numbers. */
function expectSound(svg: string, what: string): void {
  expect(problemOf(svg), what).toBe('')
}

function problemOf(svg: string): string {
  const open: string[] = []
  const token = /<\/([a-zA-Z]+)>|<([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  let roots = 0
  for (let at = 0; at < svg.length; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(svg)
    if (!found) return `no XML at ${svg.slice(at, at + 40)}`
    const [, closing, tag, attributes = '', empty, words = ''] = found
    if (/&(?!amp;|lt;|gt;|quot;|#39;)/.test(attributes + words)) return `bare & in ${found[0]}`
    const measures = attributes.replace(/ id="[^"]*"/, '')
    if (/NaN|undefined|Infinity|null|\de[+-]?\d/.test(measures)) return `broken number: ${found[0]}`
    if (closing && open.pop() !== closing) return `${closing} closes another`
    if (tag && !open.length && roots++) return 'a second root'
    if (tag && !empty) open.push(tag)
    if (words.trim() && !open.length) return 'text outside the root'
  }
  if (!svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')) return 'no svg root'
  return open.length ? `left open: ${open.join()}` : ''
}
