import { formatCount, formatDollars } from '@freehub/contract/money'
import { drawingSizes, phantomOf } from '../../../ui/drawing.ts'
import { PartDescription } from '../part/part-description.tsx'
import type { Picture } from '../use-picture.ts'
import { type NewPartDraft, typedSoFar } from './new-part-draft.ts'

interface ProductPreviewProps {
  draft: NewPartDraft
  picture: Picture
  /** The photo that is on its way to the shop. */
  sent: string | undefined
}

/** The part as its cell will look, from what is typed so far. */
export function ProductPreview({ draft, picture, sent }: ProductPreviewProps) {
  const part = typedSoFar(draft)
  return (
    <section className="product-preview" aria-label="Preview">
      <p className="cap">Preview</p>
      <div className="cells">
        <div className="cell">
          <div className="cell-plate">
            {sent ? (
              <img {...drawingSizes.card} src={sent} alt="Of the product" />
            ) : picture.address ? (
              <img
                key={picture.address}
                {...drawingSizes.card}
                src={picture.address}
                alt="Of the product"
                onLoad={picture.onLoad}
                onError={picture.onError}
              />
            ) : (
              <img {...drawingSizes.card} src={phantomOf('chainring')} alt="" />
            )}
          </div>
          <div className="cell-body">
            <p className="cell-name">{part.name || 'Product Name'}</p>
            <PartDescription
              className="cell-description"
              text={part.description || 'Description'}
            />
            <dl className="facts">
              <Pieces caption="Available" count={part.availableQuantity} />
              <Pieces caption="Minimum order" count={part.minimumOrder} />
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

function Pieces({ caption, count }: { caption: string; count: number | undefined }) {
  return (
    <div>
      <dt>{caption}</dt>
      <dd>
        {count === undefined ? '–' : formatCount(count)} <small>pcs</small>
      </dd>
    </div>
  )
}
