import type { ReactNode } from 'react'
import { WarnIcon } from '../../ui/icons.tsx'

/** Shows why a sign-in was refused. Children can offer an alternative. */
export function RedBox({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="red-box" role="alert">
      <WarnIcon />
      <p>{text}</p>
      {children}
    </div>
  )
}
