import { expect, test, vi } from 'vitest'
import { sendFile } from './send-file.ts'

test('does not send the file again if the upload is cancelled while the token is renewed', async () => {
  const upload = new AbortController()
  let sent = 0
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 401
      onload = () => {}
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        sent++
        this.onload()
      }
    },
  )
  vi.stubGlobal('localStorage', { setItem: () => {} })
  vi.stubGlobal('fetch', async (path: string) => {
    upload.abort()
    const isSession = path === '/api/auth/get-session'
    return Response.json(
      isSession ? { user: { email: 'a@b.example', name: 'A' } } : { token: 'new' },
    )
  })
  const options = { onProgress: () => {}, signal: upload.signal, timeoutMs: 1000 }
  await expect(sendFile('/api/photos', new Blob(['photo']), options)).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(sent).toBe(1)
})
