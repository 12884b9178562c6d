import { useRef, useState } from 'react'

/** Runs one task at a time and ignores other calls. `isBusy` would change too late to ignore a double click. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const isInFlight = useRef(false)

  async function run<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    if (isInFlight.current) return undefined
    isInFlight.current = true
    setBusy(true)
    try {
      return await task()
    } finally {
      isInFlight.current = false
      setBusy(false)
    }
  }

  return { isBusy, run }
}
