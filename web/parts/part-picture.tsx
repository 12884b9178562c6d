import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { phantomOf } from '../ui/drawing.ts'

interface PartPictureProps extends ComponentProps<'img'> {
  src: string
}

/**
 * A part's picture, or a phantom outline where it cannot be loaded. Its children are the sources
 * that it has for other widths.
 */
export function PartPicture({ src, alt, children, ...image }: PartPictureProps) {
  const img = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState<string>()
  const broken = failed === src

  // On a page that came rendered it may have failed before anybody listened.
  useEffect(() => {
    const { current } = img
    if (current?.complete && current.naturalWidth === 0)
      current.decode().catch(() => setFailed(src))
  }, [src])

  const picture = (
    <img
      {...image}
      ref={img}
      src={broken ? phantomOf('chainring') : src}
      alt={broken ? '' : alt}
      onError={() => setFailed(src)}
    />
  )
  return children ? (
    <picture>
      {!broken && children}
      {picture}
    </picture>
  ) : (
    picture
  )
}
