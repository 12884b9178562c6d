const SHOPS_OWN = /^\/drawings\/.+(?=\.svg$)/

/** Sizes in which the shop draws, in pixels of the sheet. Every image says its own. */
export const drawingSizes = {
  card: { width: 360, height: 270 },
  icon: { width: 64, height: 64 },
  sheet: { width: 640, height: 480 },
} as const

/** The address of a part's picture at another level; pictures from elsewhere have but one. */
export function drawingAt(img: string, level: 'icon' | 'sheet'): string {
  return img.replace(SHOPS_OWN, (path) => `${path}-${level}`)
}

/** The outline that stands where there is no picture, of a family as the shop's drawings name it. */
export function phantomOf(figure: string): string {
  return `/drawings/house/phantom-${figure}.svg`
}

/** The part number that one of the shop's own drawings is named by. */
export function partNumberOf(img: string): string | undefined {
  return /^\/drawings\/(FH-\d+-\d)\.svg$/.exec(img)?.[1]
}
