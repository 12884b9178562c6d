/** True for what may be the id of a part, as the server's pages know it; other addresses name no page. */
export function isPartId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
