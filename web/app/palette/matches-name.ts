/** Splits a text into lower-case words of letters and digits. */
function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Splits a name into texts. Those at odd indexes begin a word of the name with a word of the query. */
export function splitAtMatches(query: string, name: string): string[] {
  const words = splitWords(query).sort((a, b) => b.length - a.length)
  if (words.length === 0) return [name]
  return name.split(new RegExp(`(?<!\\p{L})(${words.join('|')})`, 'iu'))
}

/**
 * True if each word of the query is the beginning of a word of the name or its synonyms, in any order. `man ord` and
 * the initials `mao` match Manage All Orders.
 */
export function matchesName(query: string, name: string, synonyms = ''): boolean {
  const words = splitWords(query)
  const nameWords = splitWords(name)
  const allWords = [...nameWords, ...splitWords(synonyms)]
  const initials = nameWords.map((word) => word[0]).join('')
  const isInitials = words.length === 1 && (words[0]?.length ?? 0) >= 2
  return (
    (isInitials && initials.startsWith(words[0] ?? '')) ||
    (words.length > 0 &&
      words.every((word) => allWords.some((nameWord) => nameWord.startsWith(word))))
  )
}
