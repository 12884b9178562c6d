import { loadSharp } from './load-sharp.ts'

/** How many pictures are made at once: each takes one of the few threads that also compress pages. */
const AT_ONCE = 2

let free = AT_ONCE
const waiting: (() => void)[] = []

/**
 * An SVG of shapes alone as a PNG of few colours, made off the main thread, a few at a time.
 * @param width in pixels; without it the SVG's own
 */
export async function rasterOf(svg: string, width?: number): Promise<Buffer> {
  if (free > 0) free--
  else await new Promise<void>((go) => waiting.push(go))
  try {
    const sharp = await loadSharp()
    return await sharp(Buffer.from(svg))
      .resize(width)
      .png({ palette: true, colours: 32, dither: 0, effort: 7, compressionLevel: 9 })
      .toBuffer()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}
