import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callForResponse } from '../../../api/call.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import type { OrderDocument } from './list-documents.ts'
import type { PaperSize } from './paper-size.ts'

interface DocumentDownload {
  kind: OrderDocument['kind']
  isNumbered: boolean
  paperSize: PaperSize
}

/** Downloads the documents of an order, one at a time. */
export function useDownloadDocument(orderId: string) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ kind, paperSize }: DocumentDownload) => {
      const path = `/api/orders/${encodeURIComponent(orderId)}/${kind}?paper=${paperSize}`
      const response = await callForResponse('GET', path)
      saveFile(await response.blob(), readFileName(response) ?? `${kind}.pdf`)
    },
    networkMode: 'always',
    // The first download may have assigned the number, which the order then shows.
    onSuccess: (_, { isNumbered }) => {
      if (!isNumbered) void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
    },
  })
  return {
    download: useMutateOnce(mutate),
    pendingKind: isPending ? variables.kind : undefined,
    error: isPending ? null : error,
  }
}

function readFileName({ headers }: Response): string | undefined {
  return /filename="([\w.-]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]
}
