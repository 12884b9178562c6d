import type { UseQueryResult } from '@tanstack/react-query'
import { formatError } from '../../api/call-error.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'

/** Disabled, with a status below it, until the client secret has loaded. */
export function PayButton({
  isPaying,
  secret,
}: {
  isPaying: boolean
  secret: UseQueryResult<string>
}) {
  const isPreparing = secret.fetchStatus !== 'idle'
  return (
    <>
      {secret.isError && !isPreparing && (
        <ErrorNote text={formatError(secret.error)} onRetry={() => void secret.refetch()} />
      )}
      <button
        type="submit"
        className="btn btn-block btn-lg"
        disabled={isPaying || isPreparing || !secret.data}
        aria-busy={isPaying}
        aria-describedby={isPreparing ? 'pay-waits' : undefined}
      >
        {isPaying ? 'Paying …' : 'Pay'}
      </button>
      {isPreparing && (
        <p id="pay-waits" className="pay-note" role="status">
          Preparing the payment …
        </p>
      )}
    </>
  )
}
