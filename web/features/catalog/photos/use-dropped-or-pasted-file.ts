import { type DragEvent, useEffect, useRef, useState } from 'react'

/**
 * Receives a file that the user drops on the element with `dropProps`, or pastes anywhere on the page. Accepts no file
 * while `onFile` is undefined.
 */
export function useDroppedOrPastedFile(onFile: ((file: File) => void) | undefined) {
  const [isOver, setOver] = useState(false)
  const latestOnFile = useRef(onFile)
  latestOnFile.current = onFile

  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const file = getTransferredFile(event.clipboardData)
      if (!file) return
      event.preventDefault()
      latestOnFile.current?.(file)
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
        const file = getTransferredFile(event.dataTransfer)
        if (!file) return
        event.preventDefault()
        onFile?.(file)
      },
    },
  }
}

/** Returns the first dropped or pasted file. Ignores pictures that belong to copied text. */
function getTransferredFile(data: DataTransfer | null): File | undefined {
  return data?.types.includes('text/plain') ? undefined : data?.files[0]
}
