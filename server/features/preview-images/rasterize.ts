import { sharp } from '../../platform/images/sharp.ts'

/** An SVG without text, and the width of the PNG in pixels. By default the PNG has the width of the SVG. */
export interface RasterJob {
  svg: string
  width?: number | undefined
}

/** Renders an SVG as a PNG with a small palette. */
export function rasterize({ svg, width }: RasterJob): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .resize(width)
    .png({ palette: true, colours: 32, dither: 0, effort: 7, compressionLevel: 9 })
    .toBuffer()
}
