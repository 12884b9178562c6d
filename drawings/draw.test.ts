import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import catalog from '../dev/sample-data/catalog/parts.json' with { type: 'json' }
import {
  brandDrawings,
  type DetailLevel,
  drawBrand,
  drawPart,
  drawPlaceholder,
  figures,
} from './draw.ts'
import { characters } from './font-data.ts'

interface CatalogPart {
  readonly name: string
  readonly drawing: { readonly figure: string; readonly parameters: Record<string, unknown> }
}

const parts = catalog as readonly CatalogPart[]
const levels: readonly DetailLevel[] = ['icon', 'card', 'sheet']

const draw = (part: CatalogPart, level: DetailLevel) =>
  drawPart({ ...part.drawing, id: 'FH-10110-C', label: part.name }, level)

test('every figure that the catalog uses has a drawing function', () => {
  for (const { drawing } of parts) expect(figures).toContain(drawing.figure)
})

describe('the drawing of every part of the catalog at every level', () => {
  test('is well-formed XML with valid numbers', () => {
    for (const part of parts)
      for (const level of levels) expectValidSvg(draw(part, level), part.name)
  })

  test('is smaller than 20 kB without its fonts', () => {
    for (const part of parts)
      for (const level of levels)
        expect(withoutFonts(draw(part, level)).length, part.name).toBeLessThan(20_480)
  })

  test('has text on cards and sheets, but not on icons', () => {
    for (const part of parts) {
      expect(draw(part, 'icon')).not.toContain('<text')
      expect(draw(part, 'icon')).not.toContain('@font-face')
      for (const level of ['card', 'sheet'] as const) expect(draw(part, level)).toContain('<text')
    }
  })

  test('uses only characters of its fonts', () => {
    for (const part of parts)
      for (const level of levels)
        for (const [, content = ''] of draw(part, level).matchAll(/<text[^>]*>(.*?)<\/text>/g))
          for (const letter of content.replace(/<[^>]*>/g, ''))
            expect(`${characters}Ø`, `${part.name}: ${content}`).toContain(letter)
  })

  test('shows at least as many texts on the sheet as on the card', () => {
    for (const part of parts)
      expect(countOf(draw(part, 'sheet'), '<text')).toBeGreaterThanOrEqual(
        countOf(draw(part, 'card'), '<text'),
      )
  })
})

describe('each drawing', () => {
  function partsWith(figure: string, parameter?: string) {
    const found = parts.filter(
      ({ drawing }) =>
        drawing.figure === figure && (!parameter || drawing.parameters[parameter] !== undefined),
    )
    expect(found, figure).not.toEqual([])
    return found
  }

  test('shows the number of teeth of cassettes, freewheels, chainrings and cranksets', () => {
    for (const figure of ['cassette', 'freewheel', 'chainring', 'crankset'])
      for (const part of partsWith(figure)) {
        const rings = [...draw(part, 'sheet').matchAll(/<path class="v"[^>]*d="([^"]*)"/g)]
          .map(([, data = '']) => data.match(/a3\.91? 3\.91? 0 0 0/g)?.length ?? 0)
          .filter((n) => n > 0)
        const teeth = [part.drawing.parameters.teeth].flat() as number[]
        expect(rings.sort(byNumber), part.name).toEqual([...teeth].sort(byNumber))
      }
  })

  test('shows the sprockets of a cassette in the side view', () => {
    for (const part of partsWith('cassette')) {
      const spacers = countOf(draw(part, 'card'), '<rect class="t"')
      expect(spacers).toBe((part.drawing.parameters.teeth as number[]).length - 1)
    }
  })

  test('shows the visible links of a chain and states their total number', () => {
    for (const part of partsWith('chain')) {
      const { shown_links, links } = part.drawing.parameters
      expect(countOf(draw(part, 'card'), '<circle class="t"')).toBe(Number(shown_links) + 1)
      expect(draw(part, 'sheet')).toContain(`${links} LINKS × 12.7`)
    }
  })

  test('shows the bolts of chainrings and rotors', () => {
    for (const part of partsWith('chainring'))
      expect(circles(draw(part, 'card'), 'p', '5')).toBe(part.drawing.parameters.arms)
    for (const part of partsWith('rotor'))
      expect(circles(draw(part, 'card'), 'p', '2.6')).toBe(part.drawing.parameters.bolts ?? 0)
  })

  test('shows the spoke holes of hubs and rims', () => {
    for (const part of partsWith('hub')) {
      const svg = draw(part, 'sheet')
      expect(circles(svg, 'p', '1.3') + circles(svg, 'h', '1.3')).toBe(
        part.drawing.parameters.spoke_holes,
      )
    }
    // A rim has two more openings: its inside and the valve hole.
    for (const part of partsWith('rim'))
      expect(countOf(draw(part, 'sheet'), '<circle class="p"')).toBe(
        Number(part.drawing.parameters.spoke_holes) + 2,
      )
  })

  test('shows the splines of a freehub body, but not on a hub with a thread', () => {
    for (const { name, drawing } of partsWith('hub', 'driver')) {
      const { driver } = drawing.parameters
      const svg = drawPart({ ...drawing, id: 'x', label: '' }, 'icon')
      const hasSplines = /<path class="t" d="(M[^M"]*){7}"/.test(svg)
      expect(hasSplines, name).toBe(driver !== 'none' && !String(driver).includes('thread'))
    }
  })

  test('shows all balls of a bearing from the front, and two balls in the section', () => {
    for (const part of partsWith('bearing', 'balls')) {
      const svg = draw(part, 'card')
      const radii = [...svg.matchAll(/<circle class="v"[^>]* r="([^"]*)"/g)].map(([, r]) => r)
      const ball = radii.at(-1)
      expect(radii.filter((r) => r === ball).length).toBe(Number(part.drawing.parameters.balls) + 2)
    }
  })

  test('shows the pins of pedals, the teeth of pulleys, the fingers of levers, the gears of shifters', () => {
    for (const part of partsWith('pedal'))
      expect(circles(draw(part, 'card'), 'v', '1.9')).toBe(part.drawing.parameters.pins ?? 0)
    for (const part of partsWith('rear-derailleur'))
      expect(countOf(draw(part, 'card'), 'a3.91 3.91 0 0 0')).toBe(
        2 * Number(part.drawing.parameters.pulley_teeth),
      )
    for (const part of partsWith('brake-lever'))
      expect(countOf(draw(part, 'sheet'), '<circle class="g"')).toBe(
        part.drawing.parameters.fingers,
      )
    for (const part of partsWith('shifter'))
      expect(countOf(draw(part, 'card'), '<path class="t"')).toBe(
        part.drawing.parameters.speeds_rear,
      )
  })

  test('shows the spokes of a wheel', () => {
    const svg = drawPart(
      { figure: 'wheel', parameters: { spokes: 36 }, id: 'w', label: '' },
      'sheet',
    )
    expect(countOf(svg, '<path class="s"')).toBe(36)
  })

  test('labels wheels of up to 72 spokes and 9 crosses', () => {
    for (const [spokes, crosses] of [
      [8, 1],
      [48, 6],
      [72, 9],
    ]) {
      const svg = drawPart(
        { figure: 'wheel', parameters: { spokes, crosses }, id: 'w', label: '' },
        'sheet',
      )
      expect(svg).toContain(`>${spokes} SPOKES, ${crosses}-CROSS<`)
    }
  })

  test('shows sizes with at most two decimals', () => {
    const parameters = {
      head_diameter_mm: 6,
      head_length_mm: 5.12345,
      flange_pcd_right_mm: 45,
      flange_hole_mm: 2.61234,
      bead_seat_mm: 622.12345,
    }
    for (const [figure, text] of [
      ['cable', '</tspan>6 × 5.12<'],
      ['hub', '</tspan>2.61 ON '],
      ['wheel', '</tspan>622.12<'],
    ] as const)
      expect(drawPart({ figure, parameters, id: 'x', label: '' }, 'sheet')).toContain(text)
  })
})

test('only a sheet follows the user’s colour scheme, because a link can open it as a page', () => {
  const [part] = parts as [CatalogPart]
  const isStandalone = (level: DetailLevel) => draw(part, level).includes('color-scheme:light dark')
  expect(levels.filter(isStandalone)).toEqual(['sheet'])
})

describe('a drawing without known sizes', () => {
  test('uses standard sizes, and no text in most figures, for a part without parameters', () => {
    for (const figure of figures)
      for (const level of levels)
        expectValidSvg(
          drawPart({ figure, parameters: {}, id: figure, label: figure }, level),
          figure,
        )
    for (const figure of ['rotor', 'hub', 'tyre', 'stem', 'bearing', 'cable', 'saddle'])
      expect(drawPart({ figure, parameters: {}, id: 'x', label: '' }, 'card')).not.toContain(
        '<text',
      )
  })

  test('shows a freehub body only on the chain side of a wide hub', () => {
    const drawIcon = (mm: number) =>
      drawPart({ figure: 'hub', parameters: { over_locknut_mm: mm }, id: 'x', label: '' }, 'icon')
    const countSplines = (mm: number) =>
      drawIcon(mm).match(/<path class="t" d="(M[^M"]*){7}"/g)?.length
    expect([countSplines(150), countSplines(197)]).toEqual([1, 1])
  })

  test('draws a handlebar with any backsweep inside its view box', () => {
    for (const backsweep of [45, 80, 88, 90]) {
      const parameters = { width_mm: 680, backsweep_deg: backsweep }
      const svg = drawPart({ figure: 'handlebar', parameters, id: 'x', label: '' }, 'card')
      const top = Number(svg.match(/viewBox="\S+ (\S+)/)?.[1])
      expect(Math.abs(top)).toBeLessThan(300)
    }
  })

  test('draws a part with an unknown figure as a box with its dimensions', () => {
    const svg = drawPart(
      { figure: 'toString', parameters: { length_mm: 120, width_mm: 80 }, id: 'x', label: 'Tool' },
      'sheet',
    )
    expectValidSvg(svg, 'box')
    expect(svg).toContain('>120<')
    expect(svg).toContain('>80<')
    expect(countOf(svg, '<text')).toBe(2)
  })
})

describe('a drawing with malicious values', () => {
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

  test('is valid and of limited size for any parameters', () => {
    fc.assert(
      fc.property(anyPart, fc.constantFrom(...levels), (part, level) => {
        const svg = drawPart(part, level)
        expectValidSvg(svg, part.figure)
        expect(svg).not.toContain('<script')
        expect(withoutFonts(svg).length).toBeLessThan(60_000)
      }),
      { numRuns: 1000 },
    )
  })

  test('is valid for any single invalid parameter', () => {
    const values = ['"><script>', Number.NaN, -5, 0, 1e9, Number.POSITIVE_INFINITY, null, {}, [1e9]]
    // One part for each figure and set of parameters.
    const shapeOf = ({ figure, parameters }: CatalogPart['drawing']) =>
      [figure, ...Object.keys(parameters).sort()].join()
    const drawings = new Map(parts.map(({ drawing }) => [shapeOf(drawing), drawing]))
    for (const drawing of drawings.values())
      for (const name of Object.keys(drawing.parameters))
        for (const value of values) {
          const parameters = { ...drawing.parameters, [name]: value }
          const svg = drawPart({ ...drawing, parameters, id: 'x', label: '' }, 'sheet')
          expectValidSvg(svg, `${drawing.figure} ${name}`)
          expect(svg).not.toContain('script')
        }
  })

  test('escapes markup in labels and IDs', () => {
    const label = `</title><script>alert("&'")</script>\u0000`
    const svg = drawPart({ figure: 'bearing', parameters: {}, id: '"><a', label }, 'sheet')
    expectValidSvg(svg, 'label')
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;alert(&quot;&amp;&#39;&quot;)')
  })

  test('keeps text direction marks and line separators in labels of any script', () => {
    const label = `one\u2028two \u202eעברית\u202c 😀 <!-- ]]> --> &lt; ${'W'.repeat(300)}`
    for (const level of levels) {
      const svg = drawPart({ figure: 'bearing', parameters: {}, id: 'x', label }, level)
      expectValidSvg(svg, 'label')
      expect(svg).toContain('one\u2028two \u202eעברית\u202c 😀 &lt;!-- ')
      expect(svg).toContain('&amp;lt; WWW')
    }
  })
})

describe('brand drawings', () => {
  test('are valid SVG documents', () => {
    for (const name of brandDrawings) expectValidSvg(drawBrand(name), name)
    for (const figure of figures) expectValidSvg(drawPlaceholder(figure), figure)
  })

  test('the drivetrain animates its dimensions once, unless the user prefers reduced motion', () => {
    const svg = drawBrand('drivetrain')
    const pins = circles(svg, 't', '1.8')
    expect(svg).toContain(`${pins} LINKS × 12.7`)
    expect(svg).toContain('prefers-reduced-motion:no-preference')
    expect(svg).not.toContain('infinite')
    expect(drawBrand('drivetrain-still')).not.toContain('animation')
    expect(drawBrand('drivetrain-small')).not.toContain('<text')
  })

  test('the drawing of the not-found page shows 404', () => {
    expect(drawBrand('missing-link')).toContain('>404<')
  })

  test('an unknown name returns the logo', () => {
    expect(drawBrand('__proto__')).toBe(drawBrand('mark'))
  })
})

const countOf = (svg: string, fragment: string) => svg.split(fragment).length - 1

const circles = (svg: string, lineClass: string, radius: string) =>
  [...svg.matchAll(/<circle class="(\w)"[^>]* r="([^"]*)"/g)].filter(
    ([, l, r]) => l === lineClass && r === radius,
  ).length

const byNumber = (a: number, b: number) => a - b

const withoutFonts = (svg: string) => svg.replace(/@font-face\{[^}]*\}/g, '')

/** Fails unless the text is one well-formed SVG document with valid numbers. */
function expectValidSvg(svg: string, name: string): void {
  expect(findXmlProblem(svg), name).toBe('')
}

function findXmlProblem(svg: string): string {
  const open: string[] = []
  const token = /<\/([a-zA-Z]+)>|<([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  let roots = 0
  for (let position = 0; position < svg.length; position = token.lastIndex) {
    token.lastIndex = position
    const match = token.exec(svg)
    if (!match) return `no XML at ${svg.slice(position, position + 40)}`
    const [, closing, tag, attributes = '', empty, content = ''] = match
    if (/&(?!amp;|lt;|gt;|quot;|#39;)/.test(attributes + content)) return `bare & in ${match[0]}`
    const values = attributes.replace(/ id="[^"]*"/, '')
    if (/NaN|undefined|Infinity|null|\de[+-]?\d/.test(values)) return `broken number: ${match[0]}`
    if (closing && open.pop() !== closing) return `${closing} closes another`
    if (tag && !open.length && roots++) return 'a second root'
    if (tag && !empty) open.push(tag)
    if (content.trim() && !open.length) return 'text outside the root'
  }
  if (!svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')) return 'no svg root'
  return open.length ? `left open: ${open.join()}` : ''
}
