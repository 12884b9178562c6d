import { downloadFile } from '../../../ui/download-file.ts'
import { type PaperSize, readPaperSize } from './paper-size.ts'

/** Downloads a PDF. */
export const downloadDocument = (path: string): Promise<void> => downloadFile(path, 'document.pdf')

/** Downloads a document of an order, by default in the paper size of this browser. */
export function downloadOrderDocument(
  orderId: string,
  kind: string,
  paper: PaperSize = readPaperSize(),
): Promise<void> {
  return downloadDocument(`/api/orders/${encodeURIComponent(orderId)}/${kind}?paper=${paper}`)
}
