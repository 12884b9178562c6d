/** Families of parts for wheels, with the field of the wheel builder that a part of the family fills. */
export const WHEEL_FAMILIES: Record<string, 'hub' | 'rim' | ''> = {
  hubs: 'hub',
  rims: 'rim',
  'spokes-and-nipples': '',
}
