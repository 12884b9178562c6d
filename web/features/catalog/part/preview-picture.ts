import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { photoAsJpeg } from '@freehub/contract/catalog/photo-address'
import { partNumberOf } from '../../../ui/drawing.ts'

/** Where the shop serves a part's picture for previews: of one that shows its own drawing, or a photo. */
export function previewPicture(
  { img }: Part,
  details: Pick<PartDetails, 'sku'> | undefined,
): string | undefined {
  const drawn = details?.sku && partNumberOf(img) === details.sku
  return drawn ? `/pictures/${details.sku}.png` : photoAsJpeg(img)
}
