import { formatCount, formatDollars } from '@freehub/contract/money'
import { drawingSizes, getPlaceholderUrl } from '../../../ui/drawing.ts'
import { PartDescription } from '../part/part-description.tsx'
import type { Picture } from '../use-picture.ts'
import { type PartDraft, toPreview } from './part-draft.ts'

interface ProductPreviewProps {
  draft: PartDraft
  picture: Picture
  /** Data URL of the photo that is being uploaded. */
  uploadPreview: string | undefined
}

/** Previews the part's card from the draft. */
export function ProductPreview({ draft, picture, uploadPreview }: ProductPreviewProps) {
  const part = toPreview(draft)
  return (
    <section className="product-preview" aria-label="Preview">
      <p className="cap">Preview</p>
      <div className="cells">
        <div className="cell">
          <div className="cell-plate">
            {uploadPreview ? (
              <img {...drawingSizes.card} src={uploadPreview} alt="Product" />
            ) : picture.address ? (
              <img
                key={picture.address}
                {...drawingSizes.card}
                src={picture.address}
                alt="Product"
                onLoad={picture.onLoad}
                onError={picture.onError}
              />
            ) : (
              <img {...drawingSizes.card} src={getPlaceholderUrl('chainring')} alt="" />
            )}
          </div>
          <div className="cell-body">
            <p className="cell-name">{part.name || 'Product Name'}</p>
            <PartDescription
              className="cell-description"
              text={part.description || 'Description'}
            />
            <dl className="facts">
              <Quantity caption="Available" count={part.availableQuantity} />
              <Quantity caption="Minimum order" count={part.minimumOrder} />
            </dl>
            <div className="cell-buy">
              <p className="price">
                {part.price ? formatDollars(part.price) : '$ –'} <small>per unit</small>
              </p>
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}

function Quantity({ caption, count }: { caption: string; count: number | undefined }) {
  return (
    <div>
      <dt>{caption}</dt>
      <dd>
        {count === undefined ? '–' : formatCount(count)} <small>pcs</small>
      </dd>
    </div>
  )
}
