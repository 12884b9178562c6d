import { waitUntil } from '../wait-until.ts'
import type { Person } from './people.ts'

/** Sends a list of parts as an admin does, and answers what was made of it. */
export async function sendList(
  { call, token }: Person,
  list: string | Buffer,
  url: string,
  name = 'parts.csv',
) {
  const sent = await fetch(new URL(`/api/imports?name=${encodeURIComponent(name)}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: list as BodyInit,
  })
  const body = await sent.json()
  if (sent.status !== 201) return body
  return settled(call, body._id, ['read', 'refused'])
}

/** Lets an import that was read become true, and waits until it has. */
export async function applyList({ call }: Person, id: string) {
  const begun = await call('POST', `/api/imports/${id}/application`)
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.body))
  return settled(call, id, ['applied'])
}

/** Waits until an import is so far. */
export async function settled(
  call: Person['call'],
  id: string,
  states: string[],
  patienceMs?: number,
) {
  const look = async () => {
    const { body } = await call('GET', `/api/imports/${id}`)
    return states.includes(body.state) && body
  }
  return waitUntil(`the import is ${states.join(' or ')}`, look, patienceMs)
}
