const SHORT_WORDS = new Set(['a', 'an', 'and', 'as', 'for', 'from', 'in', 'of', 'or', 'the', 'to'])

/** Formats the words inside a button's label in title case: `hub and rim` becomes `Hub and Rim`. */
export const toTitleCase = (text: string) =>
  text.replace(/\b[a-z]+/g, (word) =>
    SHORT_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  )
