import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onExpelled } from '../../../api/expelled.ts'
import { sendPhoto } from './send-photo.ts'

const file = new Blob(['photo'], { type: 'image/jpeg' })
const kept = new Map([['accessToken', 'old']])
const expelled = vi.fn()
let answers: (token: string | undefined) => { status: number; response: unknown } | 'silence'

class Request {
  status = 0
  response: unknown
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  #token: string | undefined
  open() {}
  setRequestHeader(name: string, value: string) {
    if (name === 'Authorization') this.#token = value
  }
  abort() {
    this.onabort()
  }
  send() {
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    const answer = answers(this.#token)
    if (answer === 'silence') return this.onerror()
    Object.assign(this, answer)
    this.onload()
  }
}

beforeEach(() => {
  kept.set('accessToken', 'old')
  expelled.mockReset()
  onExpelled(expelled)
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/auth/get-session'
      ? Response.json({ user: { email: 'a@b.example', name: 'A' } })
      : Response.json({ token: 'new' }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const send = (onProgress = () => {}) =>
  sendPhoto(file, { onProgress, signal: new AbortController().signal })

const refusal = (status: number) => ({ status, response: { title: 'No.', status } })

test('a token that ran out is renewed silently and the photo sent again', async () => {
  const photo = { address: '/photos/x/640.webp' }
  answers = (token) => (token === 'Bearer new' ? { status: 201, response: photo } : refusal(401))
  const told = vi.fn()
  await expect(send(told)).resolves.toEqual(photo)
  expect(told).toHaveBeenLastCalledWith(0.5)
  expect(expelled).not.toHaveBeenCalled()
})

test('who may not send photos is signed out, once', async () => {
  answers = () => refusal(403)
  await expect(send()).rejects.toMatchObject({ status: 403 })
  expect(expelled).toHaveBeenCalledOnce()
})

test('what the shop says against a photo is told in its words', async () => {
  answers = () => refusal(422)
  await expect(send()).rejects.toThrow('No.')
})

test('trouble on the way is a sentence that a person understands', async () => {
  answers = () => 'silence'
  await expect(send()).rejects.toThrow(/^The shop cannot be reached/)
  answers = () => ({ status: 502, response: null })
  await expect(send()).rejects.toThrow(/did not answer as it should/)
})
