import { formatError } from '../../api/call-error.ts'
import { useStore } from '../../api/use-store.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import type { CartEditor } from './cart-editor.ts'

/** States why changes of the cart are not saved, with a button that tries again. */
export function SaveError({ editor }: { editor: CartEditor }) {
  const error = useStore(editor, editor.getError)
  if (!error) return null
  return (
    <ErrorNote
      text={`Your last changes are not saved. ${formatError(error)}`}
      onRetry={() => void editor.flush()}
    />
  )
}
