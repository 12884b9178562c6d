import { DRAWN_SKU } from '@freehub/contract/catalog/drawn-sku'

/** Matches the path of a part's drawing up to `.svg`. The drawings in `house` have one size. */
const PART_DRAWING = /^\/drawings\/(?!house\/).+(?=\.svg$)/

/** Sizes of the shop's own drawings, in pixels. */
export const drawingSizes = {
  card: { width: 360, height: 270 },
  icon: { width: 64, height: 64 },
  sheet: { width: 640, height: 480 },
} as const

/** Returns a drawing's URL in this size. Other pictures have one size and keep their URL. */
export function getDrawingUrl(img: string, size: 'icon' | 'sheet'): string {
  return img.replace(PART_DRAWING, (path) => `${path}-${size}`)
}

/** Returns the URL of a placeholder. Stored parts have such URLs, so the path keeps the names `house` and `phantom`. */
export function getPlaceholderUrl(figure: string): string {
  return `/drawings/house/phantom-${figure}.svg`
}

/** Returns the part number in the URL of a part's drawing. Undefined for other pictures. */
export function parseDrawingUrl(img: string): string | undefined {
  const [, sku = ''] = /^\/drawings\/(.+)\.svg$/.exec(img) ?? []
  return DRAWN_SKU.test(sku) ? sku : undefined
}
