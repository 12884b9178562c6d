import { formatError } from '../../api/call-error.ts'
import { useStore } from '../../api/use-store.ts'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import type { CartEditor } from './cart-editor.ts'

/** States why changes of the cart are not saved. A button tries again, unless the server has refused all changes. */
export function SaveError({ editor }: { editor: CartEditor }) {
  const error = useStore(editor, editor.getError)
  if (!error) return null
  return (
    <ErrorMessage
      text={`Your last changes are not saved. ${formatError(error)}`}
      onRetry={editor.hasChanges() ? () => void editor.flush() : undefined}
    />
  )
}
