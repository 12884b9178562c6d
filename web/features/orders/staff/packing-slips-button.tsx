import { pluralize } from '@freehub/contract/money'
import type { ListedOrder } from '@freehub/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { refetchOrders } from '../list/orders-queries.ts'
import { downloadDocument } from '../order/download-document.ts'
import { usePaperSize } from '../order/paper-size.ts'

interface PackingSlipsButtonProps {
  /** The selected orders. Only shippable and shipped orders have a packing slip. */
  orders: ListedOrder[]
  /** Shows the reason of a refusal. An empty text hides it. */
  setRefusal: (reason: string) => void
}

/** Downloads the packing slips of orders as one PDF. Leaves out shipped orders if others are ready to ship. */
export function PackingSlipsButton({ orders, setRefusal }: PackingSlipsButtonProps) {
  const { paperSize } = usePaperSize()
  const shippableOrders = orders.filter(({ isShippable }) => isShippable)
  const packableOrders =
    shippableOrders.length > 0 ? shippableOrders : orders.filter(({ stage }) => stage === 'Shipped')
  const client = useQueryClient()
  const { mutate: download, isPending } = useSend({
    mutationFn: () => {
      const ids = packableOrders.map(({ _id }) => _id).join(',')
      return downloadDocument(`/api/orders/packing-slips?ids=${ids}&paper=${paperSize}`)
    },
    onSuccess: () => setRefusal(''),
    onError: (error) => {
      setRefusal(`The packing slips were not downloaded. ${formatError(error)}`)
      // Deselects an order that was refunded elsewhere.
      refetchOrders(client)
    },
  })
  if (packableOrders.length === 0) return null
  return (
    <Button small aria-busy={isPending} onClick={() => download()}>
      {pluralize(packableOrders.length, 'Packing Slip', 'Packing Slips')}
    </Button>
  )
}
