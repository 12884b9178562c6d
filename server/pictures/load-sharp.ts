/** Loaded with the first picture, so that a start need not wait for it. It keeps nothing: we do. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
