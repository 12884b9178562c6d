import { type Part, readJson, type TestUser } from './api-users.ts'

export interface FilledCustomerData {
  savedListId: string
  jobId: string
}

/** Adds a saved list, a build job, a bike and own numbers for a customer. */
export async function fillCustomerData(
  { request, headers }: TestUser,
  parts: Part[],
): Promise<FilledCustomerData> {
  const post = (path: string, data: object) =>
    readJson<{ _id: string }>(request.post(path, { data, headers }))
  const lines = parts
    .slice(0, 6)
    .map(({ _id, minimumOrder }) => ({ productId: _id, quantity: 2 * minimumOrder }))
  const list = await post('/api/lists', { name: 'Workshop, monthly', lines })
  const job = await post('/api/jobs', {
    name: 'Rental bikes, spring',
    kind: 'free',
    times: 40,
    lines: lines.map(({ productId }, index) => ({ productId, quantity: index + 1 })),
  })
  await post('/api/bike-profiles', {
    name: 'Anna’s commuter',
    entries: [
      { interface: 'seat.post', role: 'offers', size: '27.2' },
      { interface: 'tube.range', role: 'needs', size: '37-622' },
    ],
  })
  for (const [index, { _id }] of parts.slice(0, 3).entries()) {
    const data = { code: `VN-${1040 + index}`, productId: _id }
    await readJson(request.put('/api/own-numbers', { data, headers }))
  }
  return { savedListId: list._id, jobId: job._id }
}
