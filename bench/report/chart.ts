const WIDTH = 760
const LEFT = 64
const RIGHT = 190
const LINE = 22
/** Dash patterns distinguish lines without colour. */
const DASHES = ['', '9 4', '2 4', '9 4 2 4']

/** The shop's colours, light or dark as the reader prefers. */
const STYLE = `
  svg { background: #fcfdfe; font: 14px Archivo, "Arial Narrow", Arial, sans-serif }
  text { fill: #111826 } .quiet { fill: #464d5b } .rule { stroke: #cbd2d9 } .limit { stroke: #b31220 }
  .c0 { stroke: #0337dc; fill: #0337dc } .c1 { stroke: #7f4e07; fill: #7f4e07 }
  .c2 { stroke: #096338; fill: #096338 } .c3 { stroke: #b31220; fill: #b31220 }
  rect.bar { stroke: none } path.line { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    svg { background: #151a24 } text { fill: #ebeff4 } .quiet { fill: #b4bbc6 } .rule { stroke: #303743 }
    .limit { stroke: #fc918e } .c0 { stroke: #8cb1ff; fill: #8cb1ff } .c1 { stroke: #f3c264; fill: #f3c264 }
    .c2 { stroke: #71df9c; fill: #71df9c } .c3 { stroke: #fc918e; fill: #fc918e }
  }`

export interface Line {
  name: string
  /** One value for each category; undefined if it was not measured. */
  values: (number | undefined)[]
}

/** Draws a line chart of milliseconds on a logarithmic scale over categories. */
export function lineChart(title: string, categories: string[], lines: Line[]): string {
  const [top, height] = [56, 330]
  const values = lines.flatMap(({ values }) => values.filter((value) => value !== undefined))
  const minPower = Math.floor(Math.log10(Math.min(1, ...values)))
  const maxPower = Math.ceil(Math.log10(Math.max(10, ...values)))
  const right = WIDTH - RIGHT
  const x = (index: number) =>
    LEFT + 30 + ((right - LEFT - 60) * index) / Math.max(1, categories.length - 1)
  const y = (ms: number) => top + (height * (maxPower - Math.log10(ms))) / (maxPower - minPower)
  const powers = Array.from({ length: maxPower - minPower + 1 }, (_, n) => 10 ** (minPower + n))
  const grid = powers.map(
    (ms) => `<path class="rule" d="M${LEFT} ${round(y(ms))}H${right}"/>
      ${text(LEFT - 8, y(ms) + 5, `${ms} ms`, 'end')}`,
  )
  const names = categories.map((name, index) =>
    name.split('\n').map((row, n) => text(x(index), top + height + 24 + n * 18, row, 'middle')),
  )
  const drawn = lines.map(({ values }, n) => {
    const points = values.flatMap((value, index) =>
      value === undefined ? [] : [`${round(x(index))} ${round(y(value))}`],
    )
    const dots = points.map((point) => {
      const [cx, cy] = point.split(' ')
      return `<circle class="dot" cx="${cx}" cy="${cy}" r="3"/>`
    })
    return `<g class="c${n % 4}"><path class="line" stroke-dasharray="${DASHES[n % 4]}" d="M${points.join('L')}"/>
      ${dots.join('')}</g>`
  })
  const legend = lines.map(
    ({ name }, n) => `<path class="line c${n % 4}" stroke-dasharray="${DASHES[n % 4]}"
      d="M${right + 12} ${top + 10 + n * LINE}h26"/>${text(right + 44, top + 15 + n * LINE, name)}`,
  )
  const body = [...grid, ...names.flat(), ...drawn, ...legend].join('\n')
  return svg(title, top + height + 24 + 18 * 2, body)
}

export interface Bars {
  name: string
  values: (number | undefined)[]
}

/** Draws a chart of horizontal bars, one group for each name, with an optional limit line. */
export function barChart(
  title: string,
  legend: string[],
  groups: Bars[],
  { unit, limit }: { unit: string; limit?: number },
): string {
  const [left, top, thick] = [230, 56 + legend.length * LINE, 14]
  const right = WIDTH - 110
  const max = Math.max(
    limit ?? 0,
    ...groups.flatMap(({ values }) => values.map((value) => value ?? 0)),
  )
  const x = (value: number) => left + ((right - left) * value) / max
  const step = legend.length * thick + 12
  const known = legend.map(
    (
      name,
      n,
    ) => `<rect class="bar c${n % 4}" x="${left}" y="${44 + n * LINE}" width="26" height="${thick - 2}"/>
      ${text(left + 34, 55 + n * LINE, name)}`,
  )
  const bars = groups.flatMap(({ name, values }, group) => {
    const at = top + group * step
    return [
      text(left - 10, at + (values.length * thick) / 2 + 5, name, 'end'),
      ...values.map((value, n) =>
        value === undefined
          ? ''
          : `<rect class="bar c${n % 4}" x="${left}" y="${at + n * thick}" width="${round(x(value) - left)}" height="${thick - 2}"/>
             ${text(x(value) + 6, at + n * thick + 11, formatValue(value), 'start', 12)}`,
      ),
    ]
  })
  const bottom = top + groups.length * step
  const line =
    limit === undefined
      ? ''
      : `<path class="limit" stroke-dasharray="4 3" d="M${round(x(limit))} ${top - 6}V${bottom - 6}"/>
         ${text(x(limit), bottom + 10, `limit: ${limit} ${unit}`, 'middle')}`
  return svg(`${title}, ${unit}`, bottom + 20, [...known, ...bars, line].join('\n'))
}

function svg(title: string, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<style>${STYLE}</style>
<text x="20" y="30" font-size="17" font-weight="600">${escapeXml(title)}</text>
${body}
</svg>
`.replaceAll(/\n\s+/g, '\n')
}

function text(x: number, y: number, content: string, anchor = 'start', size = 14): string {
  return `<text class="quiet" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${size}">${escapeXml(content)}</text>`
}

const escapeXml = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const round = (n: number) => Math.round(n * 10) / 10

/** Formats a value with at most one decimal. */
function formatValue(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}
