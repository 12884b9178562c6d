/**
 * Placeholder for another user's picture. Staff never load the picture: its URL was chosen by the
 * user, and the host would learn the IP address of staff.
 */
export function PersonInitials({ name }: { name: string }) {
  return (
    <div className="profile-photo profile-initials" aria-hidden="true">
      {getInitials(name)}
    </div>
  )
}

/** Returns the first letters of the first and last word: "GP" for "Grace Porter". */
function getInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const firstAndLast = words.length > 1 ? [words[0], words.at(-1)] : words
  return firstAndLast.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
