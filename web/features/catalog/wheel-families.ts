/** Families of parts for wheels, with the field of the wheel builder that their parts fill. */
export const WHEEL_FAMILIES: Record<string, 'hub' | 'rim' | ''> = {
  hubs: 'hub',
  rims: 'rim',
  'spokes-and-nipples': '',
}
