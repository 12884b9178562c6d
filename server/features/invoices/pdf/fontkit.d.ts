/** The part of fontkit that papers use; it comes without types. */
declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(file: Uint8Array): Font
}
