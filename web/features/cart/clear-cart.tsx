import { pluralize } from '@freehub/contract/money'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '../../api/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { focusMain } from '../../ui/focus-main.ts'
import type { CartEditor } from './cart-editor.ts'

const MESSAGE_ID = 'cart-cleared'

/** Removes all lines. The button disappears, so the message with Undo takes the focus. */
export function ClearCartButton({ editor }: { editor: CartEditor }) {
  function clear() {
    flushSync(editor.clear)
    document.getElementById(MESSAGE_ID)?.focus()
  }

  return (
    <Button className="mt-6" small onClick={clear}>
      Clear Cart
    </Button>
  )
}

/** States how many lines "Clear Cart" has removed, and restores them. */
export function ClearedMessage({ editor }: { editor: CartEditor }) {
  const { length: count } = useStore(editor, editor.getClearedIds)

  function undo(event: MouseEvent) {
    focusMain(event)
    editor.undoClear()
  }

  return (
    <div id={MESSAGE_ID} role="status" tabIndex={-1}>
      {count > 0 && (
        <div className="message message-done">
          <p>{pluralize(count, 'line', 'lines')} removed</p>
          <Button small onClick={undo}>
            Undo
          </Button>
        </div>
      )}
    </div>
  )
}
