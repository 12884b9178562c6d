import type { PartImport } from '@freehub/contract/catalog/imports'
import { IMPORT_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { refusals } from '@freehub/contract/refusals'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../../api/call-error.ts'
import { sendFile } from '../../../api/send-file.ts'

const TIME_LIMIT_MS = 300_000

export interface ListUpload {
  take: (file: File) => void
  stop: () => void
  /** How much of the file has gone, from 0 to 1; nothing while none is on its way. */
  share: number | undefined
  problem: string | undefined
}

/** Sends a list of parts, the last that was given, and tells what the shop made of it. */
export function useListUpload(onTaken: (one: PartImport) => void): ListUpload {
  const current = useRef<AbortController>(undefined)
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => () => current.current?.abort(), [])

  function stop() {
    current.current?.abort()
    current.current = undefined
    setShare(undefined)
    setProblem(undefined)
  }

  async function take(file: File) {
    stop()
    if (file.size > IMPORT_BYTES_MAXIMUM) return setProblem(refusals.import_too_large.title)
    const sending = new AbortController()
    const { signal } = sending
    current.current = sending
    setShare(0)
    try {
      const name = new URLSearchParams({ name: file.name.slice(-200) })
      const taken = await sendFile<PartImport>(`/api/imports?${name}`, file, {
        signal,
        timeLimitMs: TIME_LIMIT_MS,
        onProgress: (gone) => !signal.aborted && setShare(gone),
      })
      if (!signal.aborted) onTaken(taken)
    } catch (error) {
      if (signal.aborted) return
      setProblem(sentenceOf(error))
      setShare(undefined)
    }
  }

  return { take: (file) => void take(file), stop, share, problem }
}
