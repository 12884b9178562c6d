/** Returns the text if it is a lowercase UUID, otherwise undefined. */
export function readId(text: string | null): string | undefined {
  return text && isId(text) ? text : undefined
}

/** True for a lowercase UUID. */
export const isId = (text: string) => ID.test(text)

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
