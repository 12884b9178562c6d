import { photoSrcset } from '@freehub/contract/catalog/photo-url'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { drawingSizes, getDrawingUrl, getPlaceholderUrl } from './drawing-url.ts'

/** A small picture of a part whose name stands beside it. It loads when it comes into view. */
export function PartIcon({ img, ...image }: ComponentProps<'img'> & { img: string }) {
  return (
    <PartPicture
      {...drawingSizes.icon}
      src={getDrawingUrl(img, 'icon')}
      alt=""
      loading="lazy"
      decoding="async"
      {...image}
    />
  )
}

interface PartPictureProps extends ComponentProps<'img'> {
  src: string
}

/**
 * A part's picture, or an outline if the picture cannot be loaded. `children`: additional
 * `<source>` elements for a drawing. `sizes`: the width on the screen, as in `<img sizes>`.
 */
export function PartPicture({ src, alt, children, sizes, ...image }: PartPictureProps) {
  const img = useRef<HTMLImageElement>(null)
  const [failedSrc, setFailedSrc] = useState<string>()
  const isBroken = failedSrc === src

  // The image in server-rendered HTML may have failed before hydration.
  useEffect(() => {
    const { current } = img
    if (current?.complete && current.naturalWidth === 0)
      current.decode().catch(() => setFailedSrc(src))
  }, [src])

  const photoSrcSet = isBroken ? undefined : photoSrcset(src, 'webp')
  const sizesAttribute = sizes ?? `${image.width}px`
  const picture = (
    <img
      {...image}
      {...(photoSrcSet && { srcSet: photoSrcSet, sizes: sizesAttribute })}
      ref={img}
      src={isBroken ? getPlaceholderUrl('chainring') : src}
      alt={isBroken ? '' : alt}
      onError={() => setFailedSrc(src)}
    />
  )
  if (!children && !photoSrcSet) return picture
  return (
    <picture>
      {photoSrcSet ? (
        <source type="image/avif" srcSet={photoSrcset(src, 'avif')} sizes={sizesAttribute} />
      ) : (
        !isBroken && children
      )}
      {picture}
    </picture>
  )
}
