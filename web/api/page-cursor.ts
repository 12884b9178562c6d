/** Position of a page in a list that is paginated in both directions. '' means not set; all '' is the first page. */
export interface PageCursor {
  /** ID of the row before the page. */
  after: string
  /** ID of the row behind the page. */
  before: string
  last: 'true' | ''
}

export const FIRST_PAGE: PageCursor = { after: '', before: '', last: '' }

/** Reads the cursor from query parameters. `after` wins over `before`, and `before` over `last`. */
export function readPageCursor(params: URLSearchParams): PageCursor {
  const getParam = (name: string) => params.get(name) ?? ''
  if (isId(getParam('after'))) return { ...FIRST_PAGE, after: getParam('after') }
  if (isId(getParam('before'))) return { ...FIRST_PAGE, before: getParam('before') }
  return getParam('last') === 'true' ? { ...FIRST_PAGE, last: 'true' } : FIRST_PAGE
}

/** Parses the cursor from a page URL that the server sent. */
export function parsePageCursor(url: string): PageCursor {
  return readPageCursor(new URL(url, 'http://shop').searchParams)
}

export function isFirstPage({ after, before, last }: PageCursor): boolean {
  return !after && !before && !last
}

/** Formats filters as a query string without the empty ones: `?status=Paid`, or `?` if all are empty. */
export function formatQueryString(filters: object): string {
  return `?${new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))}`
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
