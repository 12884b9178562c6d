/** Types of subset-font, because the package has none. make-font-data.ts and write-outlines.ts use them. */
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
