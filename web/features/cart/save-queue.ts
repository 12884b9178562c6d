import { isOutcomeUnknown } from '../../api/call-error.ts'

interface QueueOptions<Body, Result> {
  /** Returns the body of the next request, or undefined if there is nothing to save. */
  next: () => Body | undefined
  save: (body: Body, key: string) => Promise<Result>
  onSaved: (body: Body, result: Result) => void
  /** Called after a failure that changed nothing. Returns true to send the next request. */
  onRefused: (body: Body, error: Error) => boolean
  /** Called with the error that stopped the queue, and with undefined once all is saved. */
  onState: (error: Error | undefined) => void
  /** Time from the last call of `schedule` until the queue sends. */
  delayMs: number
}

/**
 * Sends changes one request at a time. If the outcome of a request is unknown, the queue repeats it
 * once with the same key. If the outcome is still unknown, the queue stops. The next `flush` then
 * repeats this request before it sends others.
 */
export function createSaveQueue<Body, Result>(options: QueueOptions<Body, Result>) {
  const { next, save, onSaved, onRefused, onState, delayMs } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: { body: Body; key: string } | undefined
  let sending: Promise<boolean> | undefined

  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(flush, delayMs)
  }

  /** Saves everything now. Returns false if that fails. */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendAll(): Promise<boolean> {
    for (let isRepeated = false; ; ) {
      request ??= createRequest()
      if (!request) {
        onState(undefined)
        return true
      }
      const { body, key } = request
      try {
        const result = await save(body, key)
        request = undefined
        isRepeated = false
        onSaved(body, result)
      } catch (cause) {
        const error = cause as Error
        const isUnknown = isOutcomeUnknown(error)
        if (!isUnknown) request = undefined
        if (isUnknown ? isRepeated : !onRefused(body, error)) {
          onState(error)
          return false
        }
        isRepeated = isUnknown
      }
    }
  }

  function createRequest() {
    const body = next()
    return body === undefined ? undefined : { body, key: crypto.randomUUID() }
  }

  // `hasRequest` is also true after the queue has stopped with an unknown outcome.
  return { schedule, flush, hasRequest: () => request !== undefined }
}
