import type { UseQueryResult } from '@tanstack/react-query'
import { sentenceOf } from '../../api/call-error.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'

/** Pays, as soon as the payment's secret is here; until then it says what it waits for. */
export function PayButton({ busy, secret }: { busy: boolean; secret: UseQueryResult<string> }) {
  const waiting = secret.fetchStatus !== 'idle'
  return (
    <>
      {secret.isError && !waiting && (
        <ErrorNote text={sentenceOf(secret.error)} onRetry={() => void secret.refetch()} />
      )}
      <button
        type="submit"
        className="btn btn-block btn-lg"
        disabled={busy || waiting || !secret.data}
        aria-busy={busy}
        aria-describedby={waiting ? 'pay-waits' : undefined}
      >
        {busy ? 'Paying …' : 'Pay'}
      </button>
      {waiting && (
        <p id="pay-waits" className="pay-note" role="status">
          Preparing the payment …
        </p>
      )}
    </>
  )
}
