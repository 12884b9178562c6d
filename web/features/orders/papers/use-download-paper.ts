import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callForResponse } from '../../../api/call.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import type { PaperSize } from './paper-size.ts'
import type { OrderPaper } from './papers-of.ts'

/** Downloads an order's papers, one at a time. Who is the first to read one may have given it its number. */
export function useDownloadPaper(orderId: string) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ paper, size }: { paper: OrderPaper; size: PaperSize }) => {
      const path = `/api/orders/${encodeURIComponent(orderId)}/${paper.at}?paper=${size}`
      const response = await callForResponse('GET', path)
      saveFile(await response.blob(), nameIn(response) ?? `${paper.at}.pdf`)
    },
    networkMode: 'always',
    onSuccess: (_, { paper }) => {
      if (!paper.number) void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
    },
  })
  return {
    download: useMutateOnce(mutate),
    underWay: isPending ? variables.paper.at : undefined,
    error: isPending ? null : error,
  }
}

/** What the shop calls the file. */
function nameIn({ headers }: Response): string | undefined {
  return /filename="([\w.-]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]
}
