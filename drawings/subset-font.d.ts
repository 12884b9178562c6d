/** The part of subset-font that make-lettering.ts and make-outlines.ts use; it brings no types of its own. */
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
