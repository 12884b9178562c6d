import type { Reading } from './readings.ts'
import type { Word } from './trade-words.ts'

/** Words of a sentence that say nothing of a part: 'tubes for 622'. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** In front of words, as the migration marks them: which word says what the part is, and so on. */
const MARK = { thing: '!', called: '^', name: '=', family: '~' }

interface Place {
  /** Of which words, by their marks. */
  marks: readonly string[]
  /** Of which texts, by their weights: name A, numbers and family B, attributes C. */
  weights?: 'ABC'
  inRow?: boolean
  /** None longer than typed. */
  justSo?: boolean
  /** One of them is what the part is: of a brake lever, lever. */
  thing?: boolean
}

const named = [MARK.name]
const aboveDescription = { marks: [''], weights: 'ABC' } as const

export const ANYWHERE: Place = { marks: [''] }

/** Where words may stand in a part, where they mean it most first. */
export const PLACES: readonly Place[] = [
  { marks: [MARK.called], inRow: true, justSo: true, thing: true },
  { marks: [MARK.called], inRow: true, justSo: true },
  { marks: named, inRow: true, justSo: true },
  { marks: named, justSo: true, thing: true },
  { ...aboveDescription, justSo: true, thing: true },
  { marks: named, inRow: true },
  { marks: named },
  { marks: [MARK.name, MARK.family] },
  aboveDescription,
  ANYWHERE,
]

/** The tsquery for typed words in any of their readings. */
export function queryOf(readings: Reading[], place: Place): string {
  const queries = new Set(readings.map((reading) => queryOfOne(reading, place)))
  return [...queries].join(' | ')
}

/**
 * All words must be there. The pieces of one word stand side by side: '28/47-622' finds 28, 47, 622
 * in a row. Each word may be the beginning of a longer one, but a number or a letter only while it is
 * the last thing typed: '7-speed' is not 7.1, and a V-brake no valve.
 */
function queryOfOne(reading: Reading, place: Place): string {
  const words = reading.filter(
    (word, n) => n === reading.length - 1 || !FILLERS.has(word.join(' ')),
  )
  const query = words
    .map((word, n) => wordIn(word, place, n === words.length - 1))
    .join(place.inRow ? ' <-> ' : ' & ')
  if (!place.thing || words.length === 0) return query
  // The thing stands in the name, so that of a single word no more is to be known.
  const things = words.flat().map((piece) => `'${MARK.thing}${piece}'`)
  return things.length === 1 ? things.join('') : `${query} & (${things.join(' | ')})`
}

function wordIn(word: Word, place: Place, isLast: boolean): string {
  const phrases = place.marks.flatMap((mark) => phrasesOf(word, mark, place, isLast))
  return phrases.length > 1 ? `(${phrases.join(' | ')})` : phrases.join('')
}

function phrasesOf(word: Word, mark: string, place: Place, isLast: boolean): string[] {
  const terms = word.map((piece, n) => {
    const open = !place.justSo && n === word.length - 1 && (isLast || mayGoOn(word))
    const which = (open ? '*' : '') + (place.weights ?? '')
    return `'${mark}${piece}'${which && `:${which}`}`
  })
  const turned = mark === '' && isMeasure(word) ? [terms.toReversed()] : []
  return [terms, ...turned].map((some) => some.join(' <-> '))
}

function mayGoOn(word: Word): boolean {
  const said = word.join('')
  return said.length > 1 && !/\d$/.test(said)
}

/** '104bcd', which the catalogue says the other way about. A unit such as mm stands behind its number alone. */
function isMeasure([number = '', word = '', ...others]: Word): boolean {
  return others.length === 0 && /^\d/.test(number) && /^\D{3}/.test(word)
}
