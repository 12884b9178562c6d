// Runs in the head before anything is painted, and stands alone: shell/theme.ts knows the same key.
try {
  const kept = localStorage.getItem('theme')
  if (kept === 'freehub-light' || kept === 'freehub-dark') {
    document.documentElement.dataset.theme = kept
  }
} catch {
  // Storage may be forbidden; then the system decides.
}
