/** Letters, digits and URL punctuation. Excludes invisible characters, which could disguise a URL. */
const SAFE = /^[\p{L}\p{M}\p{N}\-._~/?&=+,@:]*$/u

/** Shortens a URL for display: `linkedin.com/in/jürgen` for `https://www.linkedin.com/in/j%C3%BCrgen/`. */
export function formatUrl(url: string): string {
  const short = url.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
  const decoded = tryDecode(short)
  return SAFE.test(decoded) ? decoded : short
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
