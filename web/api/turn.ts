/** Which page of a list that is turned both ways; '' is not said. */
export interface Turn {
  /** The page after the row with this id, or before it, or the last one; none of them: the first. */
  after: string
  before: string
  last: 'true' | ''
}

export const FIRST_PAGE: Turn = { after: '', before: '', last: '' }

/** The page that an address names; of places that contradict each other the first counts. */
export function readTurn(params: URLSearchParams): Turn {
  const said = (name: string) => params.get(name) ?? ''
  if (isId(said('after'))) return { ...FIRST_PAGE, after: said('after') }
  if (isId(said('before'))) return { ...FIRST_PAGE, before: said('before') }
  return said('last') === 'true' ? { ...FIRST_PAGE, last: 'true' } : FIRST_PAGE
}

/** The page that the shop names by the address of a call. */
export function turnNamed(address: string): Turn {
  return readTurn(new URL(address, 'http://shop').searchParams)
}

export function isFirstPage({ after, before, last }: Turn): boolean {
  return !after && !before && !last
}

/** The address's query for what is wanted: `?status=Paid`, or `?` for the first page of all. */
export function searchOf(wanted: object): string {
  return `?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''))}`
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
