import { photoSources } from '@freehub/contract/catalog/photo-address'
import { useEffect, useState } from 'react'
import { imageAddressOf } from './manage/new-part-draft.ts'

const PAUSE_MS = 500

export interface Picture {
  /** Where the picture is, once one has paused typing its address. */
  address: string | undefined
  problem: string | undefined
  onLoad: () => void
  onError: () => void
}

/** The picture at an address that is typed, or a photo's, and whether it could be loaded from there. */
export function usePicture(typed: string): Picture {
  const wanted = imageAddressOf(typed)
  const [address, setAddress] = useState(wanted)
  const [failed, setFailed] = useState<string>()

  useEffect(() => {
    const photo = wanted && photoSources(wanted, 'webp')
    const pause = setTimeout(() => setAddress(wanted), photo ? 0 : PAUSE_MS)
    return () => clearTimeout(pause)
  }, [wanted])

  const settled = address === wanted ? address : undefined
  const broken = settled !== undefined && settled === failed
  return {
    address: broken ? undefined : settled,
    problem: broken ? 'This picture cannot be loaded. Check its address.' : undefined,
    onLoad: () => setFailed(undefined),
    onError: () => setFailed(settled),
  }
}
