import { PHOTO_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { beforeEach, expect, test, vi } from 'vitest'
import { onForcedSignOut } from '../../../api/call.ts'
import { stubStorage } from '../../../testing/stub-storage.ts'
import { checkPhotoFile, sendPhoto } from './use-photo-upload.ts'

test('refuses a file above 12 MiB before it is sent', () => {
  expect(PHOTO_BYTES_MAXIMUM).toBe(12 * 1024 * 1024)
  expect(checkPhotoFile({ size: PHOTO_BYTES_MAXIMUM })).toBeUndefined()
  expect(checkPhotoFile({ size: PHOTO_BYTES_MAXIMUM + 1 })).toBe(
    'The image is too large. The limit is 12 MiB.',
  )
})

const file = new Blob(['photo'], { type: 'image/jpeg' })
const handleSignOut = vi.fn()
let respond: (token: string | undefined) => { status: number; response: unknown } | 'offline'

class FakeXMLHttpRequest {
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
    const response = respond(this.#token)
    if (response === 'offline') return this.onerror()
    Object.assign(this, response)
    this.onload()
  }
}

beforeEach(() => {
  handleSignOut.mockReset()
  onForcedSignOut(handleSignOut)
  vi.stubGlobal('XMLHttpRequest', FakeXMLHttpRequest)
  vi.stubGlobal('document', {})
  stubStorage('localStorage', new Map([['accessToken', 'old']]))
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/auth/get-session'
      ? Response.json({ user: { email: 'a@b.example', name: 'A' } })
      : Response.json({ token: 'new' }),
  )
})

const send = (onProgress = () => {}) =>
  sendPhoto(file, { onProgress, signal: new AbortController().signal })

const refusal = (status: number) => ({ status, response: { title: 'No.', status } })

test('renews an expired token and sends the photo again', async () => {
  const photo = { address: '/photos/x/640.webp' }
  respond = (token) => (token === 'Bearer new' ? { status: 201, response: photo } : refusal(401))
  const onProgress = vi.fn()
  await expect(send(onProgress)).resolves.toEqual(photo)
  expect(onProgress).toHaveBeenLastCalledWith(0.5)
  expect(handleSignOut).not.toHaveBeenCalled()
})

test('calls the sign-out handler once when an upload returns 403', async () => {
  respond = () => refusal(403)
  await expect(send()).rejects.toMatchObject({ status: 403 })
  expect(handleSignOut).toHaveBeenCalledOnce()
})

test('throws the server’s message', async () => {
  respond = () => refusal(422)
  await expect(send()).rejects.toThrow('No.')
})

test('throws a readable message after a network failure or an error of a proxy', async () => {
  respond = () => 'offline'
  await expect(send()).rejects.toThrow(/^The shop cannot be reached/)
  respond = () => ({ status: 502, response: null })
  await expect(send()).rejects.toThrow(/^Something went wrong/)
})
