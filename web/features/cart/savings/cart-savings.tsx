import type { CartEditor } from '../cart-editor.ts'
import { useSavings } from '../use-cart-editor.ts'
import { ApplySavings } from './apply-savings.tsx'

/** The savings of all lines of a cart. */
export function CartSavings({ editor }: { editor: CartEditor }) {
  const { applySavings, undoSavings } = editor
  return <ApplySavings {...useSavings(editor)} onApply={applySavings} onUndo={undoSavings} />
}
