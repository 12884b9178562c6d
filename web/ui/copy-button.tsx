import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { showToast } from './dialogs/toast.ts'

interface CopyButtonProps {
  text: string
  /** Names the copied text. Then the button is an icon, to fit into a line of text. */
  label?: string
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label }: CopyButtonProps) {
  function copy() {
    navigator.clipboard.writeText(text).then(
      () => showToast('Copied'),
      () => showToast('Copying failed. Select the text and copy it yourself.', 'error'),
    )
  }
  if (!label)
    return (
      <Button small onClick={copy}>
        Copy
      </Button>
    )
  return (
    <Button
      className="btn-icon flex-none -my-3 border-transparent bg-transparent hover:text-blue-ink"
      small
      title="Copy"
      aria-label={`Copy ${label}`}
      onClick={copy}
    >
      <Copy aria-hidden="true" />
    </Button>
  )
}

/** A text with a button that copies it. The button leaves no gap at the right edge of a cell. */
export function CopyableText({ text, label }: Required<CopyButtonProps>) {
  return (
    <span className="inline-flex items-center -mr-3 print:mr-0">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}
