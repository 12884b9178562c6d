import { type PartsWanted, readPartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { startTransition, useMemo, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'

/** Changes what is wanted, and with it the address; `replace` goes on within the same entry of the history. */
export type Want = (change: Partial<PartsWanted>, how?: { replace?: boolean }) => void

/** Which parts are wanted: the address says it. A change shows at once, even while the address follows. */
export function usePartsWanted() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const said = useMemo(() => readPartsWanted(params), [params])
  const [wanted, showAtOnce] = useOptimistic(said)

  const want: Want = (change, how) => {
    const next = { ...wanted, after: undefined, ...change }
    startTransition(() => {
      showAtOnce(next)
      void navigate(paths.partsWanted(next), { ...how, state: keepScroll })
    })
  }
  return { wanted, want }
}
