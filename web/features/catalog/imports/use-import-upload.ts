import type { PartImport } from '@freehub/contract/catalog/imports'
import { IMPORT_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { describeRefusal } from '@freehub/contract/refusals'
import { useEffect, useRef, useState } from 'react'
import { formatError } from '../../../api/call-error.ts'
import { sendFile } from '../../../api/send-file.ts'

const TIME_LIMIT_MS = 300_000

export interface ImportUpload {
  start: (file: File) => void
  cancel: () => void
  /** Share of the file that is sent, from 0 to 1; undefined when idle. */
  progress: number | undefined
  problem: string | undefined
}

/** Uploads a file of products. A new file replaces the pending one. */
export function useImportUpload(onUploaded: (partImport: PartImport) => void): ImportUpload {
  const controllerRef = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => () => controllerRef.current?.abort(), [])

  function cancel() {
    controllerRef.current?.abort()
    controllerRef.current = undefined
    setProgress(undefined)
    setProblem(undefined)
  }

  async function start(file: File) {
    cancel()
    if (file.size > IMPORT_BYTES_MAXIMUM)
      return setProblem(describeRefusal('import_too_large').title)
    const controller = new AbortController()
    const { signal } = controller
    controllerRef.current = controller
    setProgress(0)
    try {
      const name = new URLSearchParams({ name: file.name.slice(-200) })
      const partImport = await sendFile<PartImport>(`/api/imports?${name}`, file, {
        signal,
        timeoutMs: TIME_LIMIT_MS,
        onProgress: (share) => !signal.aborted && setProgress(share),
      })
      if (!signal.aborted) onUploaded(partImport)
    } catch (error) {
      if (signal.aborted) return
      setProblem(formatError(error))
      setProgress(undefined)
    }
  }

  return { start: (file) => void start(file), cancel, progress, problem }
}
