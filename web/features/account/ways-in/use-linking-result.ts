import type { Account } from '@freehub/contract/identity/calls'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { providerNames } from '../../identity/login/provider-logo.tsx'

/**
 * Handles the return from a provider's page: shows a toast after linking, or returns the error code.
 * Removes the result from the URL.
 */
export function useLinkingResult({ providers }: Account): string | null {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [errorCode, setErrorCode] = useState<string | null>(null)
  const error = search.get('error')
  const linked = providers.find((provider) => provider === search.get('linked'))

  useEffect(() => {
    if (error === null && !linked) return
    if (error !== null) setErrorCode(error)
    else if (linked) void showToast(`${providerNames[linked]} is linked`)
    void navigate(paths.account, { replace: true })
  }, [error, linked, navigate])

  return errorCode
}
