/** Returns a lowercase UUID from a URL, or undefined for other text. */
export function readId(text: string | null): string | undefined {
  return text && ID.test(text) ? text : undefined
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
