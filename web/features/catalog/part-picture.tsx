import { photoSources } from '@freehub/contract/catalog/photo-address'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { phantomOf } from '../../ui/drawing.ts'

interface PartPictureProps extends ComponentProps<'img'> {
  src: string
}

/**
 * A part's picture, or a phantom outline where it cannot be loaded. Its children are the sources
 * that a drawing has for other widths; a photo has its own, and `sizes` says how wide it is shown.
 */
export function PartPicture({ src, alt, children, sizes, ...image }: PartPictureProps) {
  const img = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState<string>()
  const broken = failed === src

  // On a page that came rendered it may have failed before anybody listened.
  useEffect(() => {
    const { current } = img
    if (current?.complete && current.naturalWidth === 0)
      current.decode().catch(() => setFailed(src))
  }, [src])

  const photo = broken ? undefined : photoSources(src, 'webp')
  const shown = sizes ?? `${image.width}px`
  const picture = (
    <img
      {...image}
      {...(photo && { srcSet: photo, sizes: shown })}
      ref={img}
      src={broken ? phantomOf('chainring') : src}
      alt={broken ? '' : alt}
      onError={() => setFailed(src)}
    />
  )
  if (!children && !photo) return picture
  return (
    <picture>
      {photo ? (
        <source type="image/avif" srcSet={photoSources(src, 'avif')} sizes={shown} />
      ) : (
        !broken && children
      )}
      {picture}
    </picture>
  )
}
