import { type DragEvent, useEffect, useRef, useState } from 'react'
import { fileIn } from './photo-file.ts'

/** Takes a file that is dropped onto a place, or pasted anywhere on the page. */
export function useDroppedFile(take: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const taker = useRef(take)
  taker.current = take

  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const file = fileIn(event.clipboardData)
      if (!file) return
      event.preventDefault()
      taker.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])

  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return {
    isOver,
    place: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        const file = fileIn(event.dataTransfer)
        if (!file) return
        event.preventDefault()
        take(file)
      },
    },
  }
}
