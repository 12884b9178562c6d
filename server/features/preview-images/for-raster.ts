import { lettered } from './letters.ts'

/**
 * A drawing as programs understand it that make pictures of SVG: they know no variables and none of
 * the faces within the file, and letter with the fonts of the machine, if it has any. So colours are
 * written out, those of the light ground, and figures become outlines. No text is left.
 */
export function forRaster(svg: string): string {
  const colours = Object.fromEntries(
    [...(/svg\{([^}]*)\}/.exec(svg)?.[1] ?? '').matchAll(/(--[\w-]+):([^;]+)/g)].map(
      ([, name, value]) => [name, value],
    ),
  )
  const figures = colours['--dw-dim'] ?? ''
  return svg
    .replace(/<title>.*?<\/title>/, '')
    .replaceAll(/(@font-face|\btext|\.o)\{[^}]*\}/g, '')
    .replaceAll(/@(media|keyframes)[^{]*\{([^{}]*\{[^{}]*\})*\}/g, '')
    .replaceAll(/var\((--[\w-]+)\)/g, (_, name) => colours[name] ?? '')
    .replaceAll(/<text ([^>]*)>(.*?)<\/text>/g, (_, attributes, words) =>
      outlined(attributes, words, figures),
    )
}

/** The pen letters in one way: at x and y, in a size, with an anchor, perhaps upright. */
function outlined(attributes: string, words: string, fill: string): string {
  const said = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
  const text = plain(words.replaceAll(/<[^>]*>/g, ''))
  const figure = lettered(text, Number(said('x')), Number(said('y')), {
    size: Number(said('font-size')),
    weight: '500',
    anchor: said('text-anchor') ?? 'start',
    fill,
  })
  const turned = said('transform')
  return turned ? `<g transform="${turned}">${figure}</g>` : figure
}

const plain = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** A drawing made for a place in a larger picture, its lines so many times as wide. */
export function placedDrawing(
  svg: string,
  [x, y, width, height]: readonly [number, number, number, number],
  bolder = 1,
): string {
  const times = (n: string) => Number((Number(n) * bolder).toFixed(2))
  return forRaster(svg)
    .replace(/<style>.*?<\/style>/, (style) =>
      style.replaceAll(
        /(stroke-(?:width|dasharray):)([\d. ]+)/g,
        (_, name, widths) => name + widths.split(' ').map(times).join(' '),
      ),
    )
    .replace(
      / width="[^"]*" height="[^"]*"/,
      ` x="${x}" y="${y}" width="${width}" height="${height}"`,
    )
    .trim()
}
