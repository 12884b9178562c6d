import type { Repair } from '@freehub/contract/payments/calls'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { refetchOrders } from '../list/orders-queries.ts'
import { formatRepairOutcome } from './format-intents.ts'

export function RepairOrder({
  orderId,
  hasMismatches,
}: {
  orderId: string
  /** Undefined if the payments could not be read. */
  hasMismatches: boolean | undefined
}) {
  const { mutate: repair, isPending, data, error } = useRepairOrder()
  const outcome = data && !isPending && formatRepairOutcome(data.did, hasMismatches)
  return (
    <div className="grid gap-3 justify-items-start mt-5">
      <p id="repair-does" className="secondary">
        The check compares this order’s payments with the card provider and fixes differences.
      </p>
      <Button
        variant={hasMismatches ? 'primary' : 'outline'}
        aria-busy={isPending}
        aria-describedby="repair-does"
        onClick={() => repair(orderId)}
      >
        {isPending ? 'Checking …' : hasMismatches ? 'Repair' : 'Check Payments'}
      </Button>
      <div role="status">
        {data && data.did.length > 0 && (
          <ul className="grid gap-1.5 pl-3.5 border-l-4 border-l-ok">
            {data.did.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
        {outcome && <p>{outcome}</p>}
      </div>
      {error && !isPending && (
        <ErrorMessage text={`The check did not finish. ${formatError(error)}`} />
      )}
    </div>
  )
}

function useRepairOrder() {
  const client = useQueryClient()

  return useSend({
    mutationFn: (id: string) =>
      call<Repair>('POST', `/api/orders/${encodeURIComponent(id)}/repair`),
    onSettled: () => {
      refetchParts(client)
      return refetchOrders(client)
    },
  })
}
