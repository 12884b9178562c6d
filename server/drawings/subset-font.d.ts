/** The part of subset-font that make-lettering.ts uses; it brings no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, number>
      noLayoutClosure: boolean
    },
  ): Promise<Buffer>
}
