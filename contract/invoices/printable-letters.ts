/** A letter of a script that the fonts of the documents lack. */
const UNPRINTABLE =
  /[^\P{L}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Common}]/u

/** True if documents replace letters of the text. Ignores symbols and rare letters of the supported scripts. */
export const hasUnprintableLetters = (text: string) => UNPRINTABLE.test(text)
