import { renderText } from './text-layout.ts'

/**
 * Replaces a drawing's CSS variables with colours and its text with outlines. The rasterizer does not support CSS
 * variables, and may have no fonts.
 */
export function prepareForRaster(svg: string): string {
  const colors = Object.fromEntries(
    [...(/svg\{([^}]*)\}/.exec(svg)?.[1] ?? '').matchAll(/(--[\w-]+):([^;]+)/g)].map(
      ([, name, value]) => [name, value],
    ),
  )
  const textColor = colors['--dw-dim'] ?? ''
  return svg
    .replace(/<title>.*?<\/title>/, '')
    .replaceAll(/(@font-face|\btext|\.o)\{[^}]*\}/g, '')
    .replaceAll(/@(media|keyframes)[^{]*\{([^{}]*\{[^{}]*\})*\}/g, '')
    .replaceAll(/var\((--[\w-]+)\)/g, (_, name) => colors[name] ?? '')
    .replaceAll(/<text ([^>]*)>(.*?)<\/text>/g, (_, attributes, content) =>
      convertTextToOutlines(attributes, content, textColor),
    )
}

/**
 * Returns outlines that replace a `<text>` element. Supports only the attributes of our drawings: x, y, font-size,
 * text-anchor, transform.
 */
function convertTextToOutlines(attributes: string, content: string, fill: string): string {
  const readAttribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
  const text = unescapeXml(content.replaceAll(/<[^>]*>/g, ''))
  const outlines = renderText(text, Number(readAttribute('x')), Number(readAttribute('y')), {
    size: Number(readAttribute('font-size')),
    weight: '500',
    anchor: readAttribute('text-anchor') ?? 'start',
    fill,
  })
  const transform = readAttribute('transform')
  return transform ? `<g transform="${transform}">${outlines}</g>` : outlines
}

const unescapeXml = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/**
 * Prepares a drawing for the rasterizer and places it at [x, y, width, height] of a larger image. Scales stroke widths
 * and dashes.
 */
export function placeDrawing(
  svg: string,
  [x, y, width, height]: readonly [number, number, number, number],
  strokeScale = 1,
): string {
  const scale = (n: string) => Number((Number(n) * strokeScale).toFixed(2))
  return prepareForRaster(svg)
    .replace(/<style>.*?<\/style>/, (style) =>
      style.replaceAll(
        /(stroke-(?:width|dasharray):)([\d. ]+)/g,
        (_, name, widths) => name + widths.split(' ').map(scale).join(' '),
      ),
    )
    .replace(
      / width="[^"]*" height="[^"]*"/,
      ` x="${x}" y="${y}" width="${width}" height="${height}"`,
    )
    .trim()
}
