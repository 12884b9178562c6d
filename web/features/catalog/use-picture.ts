import { photoSrcset } from '@freehub/contract/catalog/photo-url'
import { useEffect, useState } from 'react'
import { parseImageAddress } from './manage/part-draft.ts'

const DEBOUNCE_MS = 500

export interface Picture {
  /** Set after a pause in typing. */
  address: string | undefined
  problem: string | undefined
  onLoad: () => void
  onError: () => void
}

/** Previews the picture at a typed address, and reports whether it loads. */
export function usePicture(typed: string): Picture {
  const typedAddress = parseImageAddress(typed)
  const [address, setAddress] = useState(typedAddress)
  const [failedAddress, setFailedAddress] = useState<string>()

  useEffect(() => {
    const isPhoto = typedAddress && photoSrcset(typedAddress, 'webp')
    const timer = setTimeout(() => setAddress(typedAddress), isPhoto ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typedAddress])

  const settledAddress = address === typedAddress ? address : undefined
  const isBroken = settledAddress !== undefined && settledAddress === failedAddress
  return {
    address: isBroken ? undefined : settledAddress,
    problem: isBroken ? 'This picture could not be loaded. Check its address.' : undefined,
    onLoad: () => setFailedAddress(undefined),
    onError: () => setFailedAddress(settledAddress),
  }
}
