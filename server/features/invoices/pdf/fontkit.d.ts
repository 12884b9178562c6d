/** The parts of fontkit's API that the shop uses, because the package has no types. */
declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(file: Uint8Array): Font
}
