/** `1 star`, `4 stars`. */
export function starsInWords(stars: number): string {
  return `${stars} ${stars === 1 ? 'star' : 'stars'}`
}
