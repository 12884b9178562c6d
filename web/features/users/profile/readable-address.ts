/** Letters, figures and the signs of an address: nothing that could be mistaken for another. */
const PLAIN = /^[\p{L}\p{M}\p{N}\-._~/?&=+,@:]*$/u

/** A web address as people say it: `linkedin.com/in/jürgen` for `https://www.linkedin.com/in/j%C3%BCrgen/`. */
export function readableAddress(address: string): string {
  const said = address.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
  const decoded = decodedOf(said)
  return PLAIN.test(decoded) ? decoded : said
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
