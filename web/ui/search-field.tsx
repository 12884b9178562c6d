import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

const PAUSE_MS = 300

interface SearchFieldProps {
  label: string
  /** What can be searched for. */
  placeholder: string
  searched: string
  onSearch: (search: string) => void
}

/** Searches as soon as one pauses typing, or at once with Enter. */
export function SearchField({ label, placeholder, searched, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(searched)
  const [shown, setShown] = useState(searched)

  // The address was changed from elsewhere, by the way back or a link: the field follows it.
  if (shown !== searched) {
    setShown(searched)
    if (typed.trim() !== searched) setTyped(searched)
  }

  useEffect(() => {
    if (typed.trim() === searched) return
    const pause = setTimeout(() => onSearch(typed.trim()), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, searched, onSearch])

  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <Search className="ic" aria-hidden="true" />
        <input
          className="input"
          type="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </search>
  )
}
