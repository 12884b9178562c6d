import { useEffect, useRef, useState } from 'react'
import { formatError } from '../../../api/call-error.ts'

export interface SendOptions {
  /** Called with the share of the file that is sent, from 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

interface UploadOptions<Result> {
  /** Returns an error if the file cannot be uploaded. */
  check: (file: File) => string | undefined
  send: (file: File, options: SendOptions) => Promise<Result>
  onUploaded: (result: Result) => void
}

/**
 * Uploads one file at a time, and refuses several. A new upload aborts the pending one. `progress` is undefined before
 * the first upload, after an error and after `cancel`.
 */
export function useUpload<Result>({ check, send, onUploaded }: UploadOptions<Result>) {
  const controllerRef = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => () => controllerRef.current?.abort(), [])

  function cancel() {
    controllerRef.current?.abort()
    setProgress(undefined)
    setProblem(undefined)
  }

  async function start(file: File, others: File[]) {
    cancel()
    const fileProblem = others.length > 0 ? 'Choose one file only.' : check(file)
    if (fileProblem) return setProblem(fileProblem)
    const controller = new AbortController()
    const { signal } = controller
    controllerRef.current = controller
    setProgress(0)
    try {
      const onProgress = (share: number) => !signal.aborted && setProgress(share)
      const result = await send(file, { signal, onProgress })
      if (!signal.aborted) onUploaded(result)
    } catch (error) {
      if (signal.aborted) return
      setProblem(formatError(error))
      setProgress(undefined)
    }
  }

  return {
    start: (file: File, ...others: File[]) => void start(file, others),
    cancel,
    progress,
    problem,
  }
}
