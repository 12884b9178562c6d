import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Call } from '@freehub/contract/call'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { serveDocs } from './docs.ts'
import { createCallRegistrar, type Guards } from './route.ts'

const uploadText = {
  method: 'POST',
  path: '/texts',
  access: 'public',
  tag: 'imports',
  summary: 'Accepts a text.',
  file: {
    mediaTypes: ['text/plain', 'text/csv'],
    maxBytes: 1_000_000,
    tooLargeCode: 'import_too_large',
  },
  response: z.object({ length: z.int() }),
  status: 201,
  refusals: ['import_too_large'],
} as const satisfies Call

const app = Fastify()
const ended: string[] = []

app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
await serveDocs(app, { logo: '<svg/>', publicUrl: undefined, sessionCookie: 'session' })
const register = createCallRegistrar(app, {} as Guards)
register(uploadText, async ({ file }) => {
  const length = (await text(file).finally(() => ended.push('read'))).length
  return { length }
})
register({ ...uploadText, path: '/unread' }, async () => ({ length: 0 }))
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

async function post(body?: BodyInit, type?: string, path = '/texts') {
  const headers = type === undefined ? {} : { 'content-type': type }
  const response = await fetch(url + path, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body, duplex: 'half' }),
  } as RequestInit)
  return [response.status, await response.json()]
}

test('accepts an empty file, and a file with any content type or no content type', async () => {
  expect(await post('x'.repeat(900_000), 'text/csv')).toEqual([201, { length: 900_000 }])
  expect(await post('{"a"', 'application/json')).toEqual([201, { length: 4 }])
  expect(await post(new Uint8Array(7))).toEqual([201, { length: 7 }])
  expect(await post('', 'text/csv')).toEqual([201, { length: 0 }])
  expect(await post()).toEqual([201, { length: 0 }])
})

test('refuses a file above the limit, even without a content length', async () => {
  const refused = [413, expect.objectContaining({ code: 'import_too_large' })]
  expect(await post('x'.repeat(1_000_001))).toEqual(refused)
  const chunks = Array.from({ length: 40 }, () => new Uint8Array(100_000))
  const chunked = Readable.toWeb(Readable.from(chunks)) as BodyInit
  expect(await post(chunked)).toEqual(refused)
})

test('responds even if the call does not read its file', async () => {
  expect(await post('x'.repeat(5_000_000), 'text/csv', '/unread')).toEqual([201, { length: 0 }])
})

test('stops reading when the client disconnects', async () => {
  const before = ended.length
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST /texts HTTP/1.1\r\nhost: shop\r\ncontent-length: 100\r\n\r\nhalf a fi')
  await new Promise((sent) => app.server.once('request', sent))
  socket.destroy()
  await expect.poll(() => ended.length).toBe(before + 1)
})

test('documents the media types of a file', async () => {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { requestBody: { content: object } } }>
  }
  expect(Object.keys(paths['/texts']?.post.requestBody.content ?? {})).toEqual([
    'text/plain',
    'text/csv',
  ])
})
