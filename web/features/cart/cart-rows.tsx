import type { CSSProperties } from 'react'
import type { CartEditor } from './cart-editor.ts'
import { CartRow, type FitComponents } from './cart-row.tsx'

interface CartRowsProps extends FitComponents {
  ids: string[]
  editor: CartEditor
  /** What the lines belong to, for labels: `the cart` or `the list`. */
  name: string
}

/** Number of rows in one list. CSS skips layout and paint of lists out of view. For single rows this would cost more. */
const LIST_LENGTH = 20

/** The rows of a cart or a saved list, in several lists of `LIST_LENGTH` rows. */
export function CartRows({ ids, editor, name, ...fitComponents }: CartRowsProps) {
  const starts = ids.flatMap((_, index) => (index % LIST_LENGTH === 0 ? index : []))
  return (
    <div className="cart-rows">
      {starts.map((start) => {
        const listIds = ids.slice(start, start + LIST_LENGTH)
        const style = { '--lines': listIds.length } as CSSProperties
        const label = `Lines ${start + 1} to ${start + listIds.length} of ${name}`
        return (
          <ul key={start} aria-label={label} style={style}>
            {listIds.map((id) => (
              <CartRow key={id} id={id} editor={editor} {...fitComponents} />
            ))}
          </ul>
        )
      })}
    </div>
  )
}
