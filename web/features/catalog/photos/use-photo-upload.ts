import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../../api/call-error.ts'
import { fileProblem } from './photo-file.ts'
import { sendPhoto } from './send-photo.ts'

export interface PhotoUpload {
  take: (file: File) => void
  /** Gives up what is on its way, and forgets what was wrong. */
  stop: () => void
  /** How much of a photo has gone, from 0 to 1; nothing while none is on its way. */
  share: number | undefined
  /** The photo on its way, as this browser shows it. */
  preview: string | undefined
  problem: string | undefined
}

interface Under {
  share: number
  preview?: string | undefined
}

/** Sends a photo, the last one that was given, and tells the address that the shop has for it. */
export function usePhotoUpload(onTaken: (address: string) => void): PhotoUpload {
  const current = useRef<AbortController>(undefined)
  const [under, setUnder] = useState<Under>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => () => current.current?.abort(), [])

  function stop() {
    current.current?.abort()
    current.current = undefined
    setUnder(undefined)
    setProblem(undefined)
  }

  async function take(file: File) {
    stop()
    const wrong = fileProblem(file)
    if (wrong) return setProblem(wrong)
    const sending = new AbortController()
    current.current = sending
    const { signal } = sending
    const tell = (news: Partial<Under>) =>
      !signal.aborted && setUnder((known) => ({ share: 0, ...known, ...news }))
    tell({ share: 0 })
    void dataAddressOf(file).then((preview) => current.current === sending && tell({ preview }))
    try {
      const { address } = await sendPhoto(file, { signal, onProgress: (share) => tell({ share }) })
      if (!signal.aborted) onTaken(address)
    } catch (error) {
      if (!signal.aborted) setProblem(sentenceOf(error))
    }
    if (current.current !== sending) return
    current.current = undefined
    setUnder(undefined)
  }

  return {
    take: (file) => void take(file),
    stop,
    share: under?.share,
    preview: under?.preview,
    problem,
  }
}

/** As a data address: the pages' policy lets no other show what is on this machine. */
function dataAddressOf(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}
