import { type DragEvent, useEffect, useRef, useState } from 'react'

/**
 * Receives files that the user drops on the element with `dropProps`, or pastes anywhere on the page. Accepts no file
 * while `onFile` is undefined.
 */
export function useDroppedOrPastedFile(
  onFile: ((file: File, ...others: File[]) => void) | undefined,
) {
  const [isOver, setOver] = useState(false)
  const latestOnFile = useRef(onFile)
  latestOnFile.current = onFile

  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const [file, ...others] = listTransferredFiles(event.clipboardData)
      if (!file) return
      event.preventDefault()
      latestOnFile.current?.(file, ...others)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])

  const handleDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    if (!onFile) event.dataTransfer.dropEffect = 'none'
    setOver(onFile !== undefined)
  }
  return {
    isOver,
    dropProps: {
      onDragEnter: handleDragOver,
      onDragOver: handleDragOver,
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        const [file, ...others] = listTransferredFiles(event.dataTransfer)
        if (!file) return
        event.preventDefault()
        onFile?.(file, ...others)
      },
    },
  }
}

/** Lists the dropped or pasted files. Ignores pictures that belong to copied text. */
function listTransferredFiles(data: DataTransfer | null): File[] {
  return data && !data.types.includes('text/plain') ? [...data.files] : []
}
