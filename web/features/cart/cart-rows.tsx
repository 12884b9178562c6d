import type { CSSProperties } from 'react'
import type { CartEditor } from './cart-editor.ts'
import { CartRow } from './cart-row.tsx'

interface CartRowsProps {
  ids: string[]
  editor: CartEditor
  /** What the lines belong to, such as `the cart`. */
  name: string
}

/** The browser skips layout and paint of lists outside the window. Fewer lists cost less than 500 single rows. */
const LIST_LENGTH = 20

export function CartRows({ ids, editor, name }: CartRowsProps) {
  const starts = ids.flatMap((_, index) => (index % LIST_LENGTH === 0 ? index : []))
  return (
    <div className="cart-rows">
      {starts.map((start) => {
        const listed = ids.slice(start, start + LIST_LENGTH)
        const style = { '--lines': listed.length } as CSSProperties
        const label = `Lines ${start + 1} to ${start + listed.length} of ${name}`
        return (
          <ul key={start} aria-label={label} style={style}>
            {listed.map((id) => (
              <CartRow key={id} id={id} editor={editor} />
            ))}
          </ul>
        )
      })}
    </div>
  )
}
