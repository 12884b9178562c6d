import { PAD_CELL_LENGTH } from '@freehub/contract/limits'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface RowCodeFormProps {
  /** The name of the row in labels. */
  name: string
  initialText: string
  isBusy: boolean
  onSubmit: (text: string) => void
  onCancel: () => void
}

/** Edits the code of a row. Escape cancels. */
export function RowCodeForm({ name, initialText, isBusy, onSubmit, onCancel }: RowCodeFormProps) {
  const [text, setText] = useState(initialText)
  return (
    <form
      className="grid gap-2 max-w-105"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSubmit(text.trim())
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed "Edit"
        autoFocus
        className="input"
        aria-label={`Part number: ${name}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={PAD_CELL_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className="actions">
        <button
          type="submit"
          className="btn btn-sm"
          aria-busy={isBusy}
          aria-label={`Find: ${name}`}
        >
          Find
        </button>
        <Button small aria-label={`Cancel: ${name}`} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
