import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { photoJpegUrl } from '@freehub/contract/catalog/photo-url'
import { parsePartNumber } from '../../../ui/drawing.ts'

/** Returns the address of a part's preview picture: the PNG of its drawing, the JPEG of its photo, or none. */
export function getPreviewPicture(
  { img }: Part,
  details: Pick<PartDetails, 'sku'> | undefined,
): string | undefined {
  const hasDrawing = details?.sku && parsePartNumber(img) === details.sku
  return hasDrawing ? `/pictures/${details.sku}.png` : photoJpegUrl(img)
}
