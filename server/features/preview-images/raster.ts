import { sharp } from '../../platform/images/sharp.ts'

/** An SVG of shapes alone, and how many pixels wide it shall be; without, its own width. */
export interface Outlines {
  svg: string
  width?: number | undefined
}

/** Outlines as a PNG of few colours. */
export function rasterOf({ svg, width }: Outlines): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .resize(width)
    .png({ palette: true, colours: 32, dither: 0, effort: 7, compressionLevel: 9 })
    .toBuffer()
}
