/**
 * Stands in for the picture of another user. Staff never load that picture: the user chose its address, which
 * would learn when and from where staff look at the page.
 */
export function PersonInitials({ name }: { name: string }) {
  return (
    <div className="profile-photo profile-initials" aria-hidden="true">
      {initialsOf(name)}
    </div>
  )
}

/** The first letters of the first and the last word: "Grace Porter" is "GP". */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
