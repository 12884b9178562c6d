/** Full words for the catalogue's abbreviations. */
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
 * Formats a size: `qr-rear-135` becomes `quick release rear 135`, `104x4` becomes `104 × 4`.
 * Notations of standards, such as `37-622` and `BSA-68`, stay.
 */
export function formatSize(size: string): string {
  const text = size.replaceAll(/(?<=\d)x(?=\d)/g, ' × ').replaceAll(/(?<![\d/])1-(?=1\/)/g, '1 ')
  if (!/[a-z]/.test(text)) return text
  return text
    .split('-')
    .map((word) => (Object.hasOwn(WORDS, word) ? WORDS[word] : word))
    .join(' ')
}

/** Formats a list of sizes. Joins alternatives by "or": `28.6 or 31.8`. */
export function formatSizes(fit: {
  role: 'needs' | 'offers'
  sizes: string[]
  allNeeded: boolean
}): string {
  const words = fit.sizes.map(formatSize)
  if (words.length < 2) return words.join()
  const last = fit.role === 'needs' && !fit.allNeeded ? 'or' : 'and'
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
