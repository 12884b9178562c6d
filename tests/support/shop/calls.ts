export interface Answer {
  status: number
  /** What the body says: JSON, or text where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests say themselves what they expect of it
  body: any
  headers: Headers
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** Calls a shop over HTTP with this access token, or as a visitor without one. */
export function callsOf(url: string, token?: string): Call {
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
    return { status: response.status, body: parsed(text), headers: response.headers }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The `_id`s of a list. */
export function idsOf({ body }: Answer): string[] {
  return body.map((row: { _id: string }) => row._id)
}

/** Where the `Link` of a list leads next, if anywhere. */
export function nextOf(answer: Answer): string | undefined {
  return linkOf(answer, 'next')
}

/** Where the `Link` of a list leads: next, prev, first or last. */
export function linkOf({ headers }: Answer, rel: string): string | undefined {
  const links = (headers.get('link') ?? '').split(', ')
  const link = links.find((one) => one.endsWith(`; rel="${rel}"`))
  return link && /^<(\/[^>]*)>/.exec(link)?.[1]
}

/** Follows a list to its end; answers its pages. */
export async function pagesOf(call: Call, path: string): Promise<Answer[]> {
  const page = await call('GET', path)
  const next = nextOf(page)
  return next ? [page, ...(await pagesOf(call, next))] : [page]
}

/** How many answers there are of each kind: a status, or a refusal's code. */
export function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const kind = body?.code ?? String(status)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
