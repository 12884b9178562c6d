/**
 * Returns whether a file in `tests/e2e` matches one of the filters.
 * @param {string} file relative to `tests/e2e`, on Windows with `\`
 * @param {string[]} filters with `/`
 */
export function matchesFilter(file, filters) {
  const name = `tests/e2e/${file.replaceAll('\\', '/')}`
  return filters.some((filter) => name.includes(filter))
}
