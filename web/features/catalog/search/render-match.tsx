import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import type { ReactNode } from 'react'
import { UNIT_SPACE } from '../../../ui/no-break.tsx'
import { formatAttributes } from '../part/part-attributes.ts'
import { findFirstSentence } from '../part-grid.tsx'

/** Matches a word of at least three letters without its plural ending. */
const SEARCHED_WORD = /(?<!\p{L})(?!(?:and|for|the|with)\b)\p{L}{3,}?(?=s?(?!\p{L}))/gu

/**
 * Returns a sentence or an attribute with a searched word marked, if the word is neither in the part's name nor in
 * its first sentence.
 */
export function renderMatch(
  { name, description }: Part,
  details: PartDetails | undefined,
  search: string,
): ReactNode {
  const shownText = `${name} ${findFirstSentence(description)}`.toLowerCase()
  for (const [word] of search.toLowerCase().matchAll(SEARCHED_WORD)) {
    if (shownText.includes(word)) continue
    const found = new RegExp(`(?<!\\p{L})${word}(s(?!\\p{L}))?`, 'iu')
    const texts = [
      ...description.split(/(?<=[.!?])\s+(?=\p{Lu})/u),
      ...formatAttributes(details?.attributes ?? {}).map(({ label, value }) => `${label} ${value}`),
    ]
    const match = texts.map((text) => found.exec(text.replace(UNIT_SPACE, '\u00a0'))).find(Boolean)
    if (!match) continue
    const { index, input } = match
    return (
      <p className="cell-description">
        {input.slice(0, index)}
        <mark className="bg-transparent text-inherit font-semibold">{match[0]}</mark>
        {input.slice(index + match[0].length)}
      </p>
    )
  }
}
