export { followVisits } from './visits.ts'

export const loadPalette = () => import('./palette.tsx')
