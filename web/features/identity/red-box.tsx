import type { ReactNode } from 'react'
import { WarnIcon } from '../../ui/icons.tsx'

/** Why somebody was not let in, and perhaps a way round it. */
export function RedBox({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="red-box" role="alert">
      <WarnIcon />
      <p>{text}</p>
      {children}
    </div>
  )
}
