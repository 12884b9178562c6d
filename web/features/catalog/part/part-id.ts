/** Tells whether a text has the form of a part id (UUID), as the server checks it. */
export function isPartId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
