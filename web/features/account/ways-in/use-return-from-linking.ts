import type { Account } from '@freehub/contract/identity/account'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { providerNames } from './provider-names.ts'

/**
 * Whoever was at a provider to link it comes back here: linked, which is said, or refused, of which
 * the code is given. The address then says no more of it.
 */
export function useReturnFromLinking({ providers }: Account): string | null {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<string | null>(null)
  const error = search.get('error')
  const linked = providers.find((provider) => provider === search.get('linked'))

  useEffect(() => {
    if (error === null && !linked) return
    if (error !== null) setRefused(error)
    else if (linked) void showToast(`${providerNames[linked]} is linked`)
    void navigate(paths.account, { replace: true })
  }, [error, linked, navigate])

  return refused
}
