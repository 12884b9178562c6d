import { expect, type Locator } from '@playwright/test'

/** Returns the computed text colour of an element as red, green and blue (0 to 255). */
export function readTextColour(text: Locator): Promise<number[]> {
  return text.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
    context.fillStyle = getComputedStyle(element).color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  })
}

/** Expects an error in red, below its field. */
export async function expectRedUnder(error: Locator, field: Locator) {
  await expect(error).toBeVisible()
  await expectRed(error)
  const [errorBox, fieldBox] = await Promise.all([error.boundingBox(), field.boundingBox()])
  expect(errorBox?.y).toBeGreaterThanOrEqual((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0))
}

export async function expectRed(text: Locator) {
  const [red = 0, green = 0, blue = 0] = await readTextColour(text)
  expect(red, 'red').toBeGreaterThan(2 * Math.max(green, blue))
}
