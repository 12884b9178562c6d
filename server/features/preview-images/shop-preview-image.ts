import { drawBrand } from '@freehub/drawings/draw'
import { placeDrawing } from './prepare-for-raster.ts'
import { colors, renderBrand, renderLine, renderPreviewImage } from './preview-image-elements.ts'
import { renderText } from './text-layout.ts'

/** Renders the preview image of the shop: a drivetrain and a caption on blue. */
export function renderShopPreview(): string {
  const { blue, white, scribe } = colors
  return renderPreviewImage(
    blue,
    placeDrawing(drawBrand('drivetrain'), [30, 118, 1140, 450]) +
      renderText('Bicycle Parts', 54, 152, { size: 152, weight: '600', fill: white }) +
      renderLine('M0 566H1200', scribe, 1) +
      renderBrand(56, 598, 40, [white, white]) +
      renderText('Spare parts straight from the maker, sold in bulk', 1144, 608, {
        size: 28,
        weight: '600',
        fill: white,
        anchor: 'end',
      }),
  )
}
