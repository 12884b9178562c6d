/** Families of parts for wheels, with the field of the wheel builder that a part of the family fills; empty for none. */
export const WHEEL_FAMILIES: Record<string, 'hub' | 'rim' | ''> = {
  hubs: 'hub',
  rims: 'rim',
  'spokes-and-nipples': '',
}
