import { waitUntil } from '../wait-until.ts'
import type { TestUser } from './users.ts'

/** Uploads a list of parts as an admin. Waits until its read has ended. Returns the problem of a refused upload. */
export async function uploadPartList(
  { call, token }: TestUser,
  list: string | Buffer,
  url: string,
  name = 'parts.csv',
) {
  const response = await fetch(new URL(`/api/imports?name=${encodeURIComponent(name)}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: list as BodyInit,
  })
  const body = await response.json()
  if (response.status !== 201) return body
  return waitForImport(call, body._id, ['read', 'refused', 'cancelled'])
}

/** Applies an import and waits until it is applied. */
export async function applyImport({ call }: TestUser, id: string) {
  const started = await call('POST', `/api/imports/${id}/application`)
  if (started.status !== 200) throw new Error(JSON.stringify(started.body))
  return waitForImport(call, id, ['applied'])
}

/** Waits until an import has one of these states. Returns it. */
export async function waitForImport(
  call: TestUser['call'],
  id: string,
  states: string[],
  timeoutMs?: number,
) {
  const readImport = async () => {
    const { body } = await call('GET', `/api/imports/${id}`)
    return states.includes(body.state) && body
  }
  return waitUntil(`the import is ${states.join(' or ')}`, readImport, timeoutMs)
}
