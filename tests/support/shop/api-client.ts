export interface ApiResponse {
  status: number
  /** Parsed JSON; text if the body is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  body: any
  headers: Headers
}

export type ApiClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse>

/** Creates a function that calls a shop over HTTP with this access token, or as a visitor without one. */
export function createApiClient(url: string, token?: string): ApiClient {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: parseBody(text), headers: response.headers }
  }
}

/** Calls the sandbox's own API. Throws if the response is an error. */
export async function callSandbox<T>(url: string, method: string, path: string, body?: object) {
  const response = await createApiClient(url)(method, path, body)
  if (response.status >= 400) throw new Error(JSON.stringify(response.body))
  return response.body as T
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns the `_id`s of a list. */
export function readIds({ body }: ApiResponse): string[] {
  return body.map((row: { _id: string }) => row._id)
}

/** Returns the path of the next page of a list, if there is one. */
export function readNextLink(response: ApiResponse): string | undefined {
  return readLink(response, 'next')
}

/** Returns the path of a list's `Link` with this relation: next, prev, first or last. */
export function readLink({ headers }: ApiResponse, rel: string): string | undefined {
  const links = (headers.get('link') ?? '').split(', ')
  const link = links.find((one) => one.endsWith(`; rel="${rel}"`))
  return link && /^<(\/[^>]*)>/.exec(link)?.[1]
}

/** Fetches all pages of a list. */
export async function fetchPages(call: ApiClient, path: string): Promise<ApiResponse[]> {
  const page = await call('GET', path)
  const next = readNextLink(page)
  return next ? [page, ...(await fetchPages(call, next))] : [page]
}

/** Counts responses by outcome: a refusal's code, or else the status. */
export function countOutcomes(responses: ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const outcome = body?.code ?? String(status)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
