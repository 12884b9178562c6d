/** What the catalogue's short words for sizes stand for. */
const WORDS: Record<string, string> = {
  '3w': '3 W',
  '6v': '6 V',
  iso: 'ISO',
  jis: 'JIS',
  m6: 'M6',
  ms: 'Micro Spline',
  mtb: 'MTB',
  nutted: 'nutted axle',
  qr: 'quick release',
  ta: 'thru axle',
}

/**
 * A size at an interface as a person reads it: `qr-rear-135` is `quick release rear 135`, `104x4` is
 * `104 × 4`. Standards' own writing, such as `37-622` and `BSA-68`, stays.
 */
export function sizeInWords(size: string): string {
  const said = size.replaceAll(/(?<=\d)x(?=\d)/g, ' × ').replaceAll(/(?<![\d/])1-(?=1\/)/g, '1 ')
  if (!/[a-z]/.test(said)) return said
  return said
    .split('-')
    .map((word) => (Object.hasOwn(WORDS, word) ? WORDS[word] : word))
    .join(' ')
}

/** Of several sizes needed one is enough, unless all are: `28.6 or 31.8`. */
export function sizesInWords(fit: {
  role: 'needs' | 'offers'
  sizes: string[]
  allNeeded: boolean
}): string {
  const words = fit.sizes.map(sizeInWords)
  if (words.length < 2) return words.join()
  const last = fit.role === 'needs' && !fit.allNeeded ? 'or' : 'and'
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
