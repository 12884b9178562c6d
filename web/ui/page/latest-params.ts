/**
 * Returns the parameters of the current URL. The parameters that React rendered last may lack a change that the user
 * made a moment ago.
 */
export const readLatestParams = () => new URLSearchParams(window.location.search)
