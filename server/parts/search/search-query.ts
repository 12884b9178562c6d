/** Words of a sentence that say nothing of a part: 'tubes for 622'. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/**
 * The tsquery for typed words, each given as its pieces. All words must be there. The pieces of one
 * word stand side by side: '28/47-622' finds 28, 47, 622 in a row. Each word may be the beginning of
 * a longer one, but a number only while it is the last thing typed: '7-speed' is not 7.1.
 */
export function queryOf(words: string[][], weight: '' | 'A'): string {
  const last = words.length - 1
  return words
    .filter((pieces, n) => n === last || !FILLERS.has(pieces.join(' ')))
    .map((pieces, n, all) => phraseOf(pieces, weight, n === all.length - 1))
    .join(' & ')
}

function phraseOf(pieces: string[], weight: '' | 'A', isLast: boolean): string {
  const terms = pieces.map((piece, n) => {
    const ends = n === pieces.length - 1
    const open = ends && (isLast || !/\d$/.test(piece))
    return `'${piece}':${open ? '*' : ''}${weight}`.replace(/:$/, '')
  })
  return `(${terms.join(' <-> ')})`
}
