import { useStore } from '../../../api/use-store.ts'
import type { CartEditor } from '../cart-editor.ts'
import { ApplySavings } from './apply-savings.tsx'

export function CartSavings({ editor }: { editor: CartEditor }) {
  const { applySavings, undoSavings } = editor
  return (
    <ApplySavings
      {...useStore(editor, editor.getSavings)}
      onApply={applySavings}
      onUndo={undoSavings}
    />
  )
}
