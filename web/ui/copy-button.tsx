import { Button } from './button.tsx'
import { showToast } from './dialogs/toast.ts'

interface CopyButtonProps {
  text: string
  /** Names the copied text, if the page has several of these buttons. */
  label?: string
  className?: string
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  function copy() {
    navigator.clipboard.writeText(text).then(
      () => showToast('Copied'),
      () => showToast('Copying failed. Select the text and copy it yourself.', 'error'),
    )
  }
  return (
    <Button small className={className} aria-label={label && `Copy ${label}`} onClick={copy}>
      Copy
    </Button>
  )
}
