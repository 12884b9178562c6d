import { expect, type Locator } from '@playwright/test'

/** The colour of something's text as red, green and blue, however the style sheet writes it. */
export function colourOf(words: Locator): Promise<number[]> {
  return words.evaluate((element) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
    pen.fillStyle = getComputedStyle(element).color
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  })
}

/** An error is said in red, and stands below what it is about. */
export async function expectRedUnder(error: Locator, field: Locator) {
  await expect(error).toBeVisible()
  await expectRed(error)
  const [below, above] = await Promise.all([error.boundingBox(), field.boundingBox()])
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
}

export async function expectRed(words: Locator) {
  const [red = 0, green = 0, blue = 0] = await colourOf(words)
  expect(red, 'red').toBeGreaterThan(2 * Math.max(green, blue))
}
