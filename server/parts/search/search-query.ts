/** Words of a sentence that say nothing of a part: 'tubes for 622'. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** In front of the words that stand in a part's name. */
const IN_NAME = '='

/** Where words may stand: anywhere, in the name, there side by side, or so and none longer than typed. */
type Where = 'anywhere' | 'in name' | 'in a row in name' | 'just so in name'

/**
 * The tsquery for typed words, each given as its pieces. All words must be there. The pieces of one
 * word stand side by side: '28/47-622' finds 28, 47, 622 in a row. Each word may be the beginning of
 * a longer one, but a number only while it is the last thing typed: '7-speed' is not 7.1.
 */
export function queryOf(words: string[][], where: Where): string {
  const mark = where === 'anywhere' ? '' : IN_NAME
  const beside = where === 'anywhere' || where === 'in name' ? ' & ' : ' <-> '
  const mayGoOn = where !== 'just so in name'
  return words
    .filter((pieces, n) => n === words.length - 1 || !FILLERS.has(pieces.join(' ')))
    .map((pieces, n, all) => phraseOf(pieces, mark, mayGoOn, n === all.length - 1))
    .join(beside)
}

function phraseOf(pieces: string[], mark: string, mayGoOn: boolean, isLast: boolean): string {
  const terms = pieces.map((piece, n) => {
    const ends = n === pieces.length - 1
    const open = mayGoOn && ends && (isLast || !/\d$/.test(piece))
    return `'${mark}${piece}'${open ? ':*' : ''}`
  })
  const phrase = terms.join(' <-> ')
  return mark === '' && isMeasure(pieces)
    ? `(${phrase} | ${terms.toReversed().join(' <-> ')})`
    : phrase
}

/** '104bcd', which the catalogue says the other way about. A unit such as mm stands behind its number alone. */
function isMeasure([number = '', word = '', ...others]: string[]): boolean {
  return others.length === 0 && /^\d/.test(number) && /^\D{3}/.test(word)
}
