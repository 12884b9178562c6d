import { isSoldOut } from '@freehub/contract/catalog/parts'
import { photoSrcset } from '@freehub/contract/catalog/photo-url'
import { formatDollars } from '@freehub/contract/money'
import { useEffect, useState } from 'react'
import { drawingSizes, getPlaceholderUrl } from '../../../ui/drawing-url.ts'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { LowestPrice } from '../lowest-price.tsx'
import { BuyButtons, CardDescription, formatSoldOut, QuantityFact } from '../part-grid.tsx'
import { parseImageUrl, toPreview } from './part-form-values.ts'
import { parseStepFormValues } from './price-step-fields.tsx'
import type { ProductFormValues } from './product-form-values.ts'

interface ProductPreviewProps {
  values: ProductFormValues
  picture: ImagePreview
  /** Data URL of the photo that is being uploaded, or of the drawing. */
  localPicture: string | undefined
}

export function ProductPreview({ values, picture, localPicture }: ProductPreviewProps) {
  const part = toPreview(values)
  const { minimumOrder = 1, availableQuantity = minimumOrder } = part
  const card = { ...part, _id: '', img: '', price: 0, minimumOrder, availableQuantity }
  const isPartSoldOut = isSoldOut(card)
  return (
    <section className="product-preview" aria-label="Preview">
      <p className="cap mb-1.5 leading-[1.55]">Preview</p>
      <div className="cells grid-cols-1 max-w-100">
        <div className="cell" data-sold-out={isPartSoldOut || undefined}>
          <div className="cell-plate">
            {localPicture ? (
              <img {...drawingSizes.card} src={localPicture} alt="Product" />
            ) : picture.url ? (
              <img
                key={picture.url}
                {...drawingSizes.card}
                src={picture.url}
                alt="Product"
                onError={picture.onError}
              />
            ) : (
              <img {...drawingSizes.card} src={getPlaceholderUrl('box')} alt="" />
            )}
          </div>
          <div className="cell-body">
            <p className="cell-name font-display text-[24px]/[1.1] font-semibold">
              {preventBreaks(part.name || 'Product Name')}
            </p>
            <CardDescription text={part.description || 'Description'} />
            <dl className="facts">
              <QuantityFact caption="Available" count={part.availableQuantity} />
              <QuantityFact caption="Minimum order" count={part.minimumOrder} />
              {values.sku.trim() && (
                <div>
                  <dt>Part no.</dt>
                  <dd className="part-number">{values.sku}</dd>
                </div>
              )}
            </dl>
            <div className="cell-buy">
              <p className="price">
                {part.price ? formatDollars(part.price) : '$ –'}{' '}
                <small>{isPartSoldOut ? formatSoldOut(card) : 'per unit'}</small>
              </p>
              {!isPartSoldOut && (
                <div className="contents" inert>
                  <BuyButtons part={card} />
                </div>
              )}
              <LowestPrice details={toPricePreview(values)} />
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Returns the price steps with valid numbers. */
const toPricePreview = (values: ProductFormValues) => ({
  priceTiers: parseStepFormValues(values).priceTiers.filter(
    ({ fromQuantity, price }) => fromQuantity > 0 && price > 0,
  ),
})

const DEBOUNCE_MS = 500

export interface ImagePreview {
  /** The URL of the picture, after a pause in typing. */
  url: string | undefined
  problem: string | undefined
  onError: () => void
}

/** Previews the picture at a URL that the user enters. Reports a failure until the input changes. */
export function useImagePreview(input: string): ImagePreview {
  const inputUrl = parseImageUrl(input)
  const [url, setUrl] = useState(inputUrl)
  const [failedUrl, setFailedUrl] = useState<string>()

  useEffect(() => {
    setFailedUrl(undefined)
    // The URL of an uploaded photo is not typed, so it needs no pause.
    const isPhoto = Boolean(inputUrl && photoSrcset(inputUrl, 'webp'))
    const timer = setTimeout(() => setUrl(inputUrl), isPhoto ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [inputUrl])

  const settledUrl = url === inputUrl ? url : undefined
  const isBroken = settledUrl !== undefined && settledUrl === failedUrl
  return {
    url: isBroken ? undefined : settledUrl,
    problem: isBroken ? 'This image could not be loaded. Check its URL.' : undefined,
    onError: () => setFailedUrl(settledUrl),
  }
}
