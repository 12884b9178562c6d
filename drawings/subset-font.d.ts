/**
 * Types of subset-font for make-font-data.ts and make-outlines.ts, because the package has no
 * types.
 */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      variationAxes: Record<string, number>
      noLayoutClosure?: boolean
    },
  ): Promise<Buffer>
}
