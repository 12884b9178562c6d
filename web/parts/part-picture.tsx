import { useState } from 'react'
import { drawingAt } from '../ui/drawing.ts'

/** A part's picture, small, beside its name; its place stays empty when it cannot be loaded. */
export function PartPicture({ img }: { img: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <span className="part-picture">
      {!failed && (
        <img
          src={drawingAt(img, 'icon')}
          width="64"
          height="48"
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  )
}
