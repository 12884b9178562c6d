/** Families of parts for wheels, with the field of the wheel builder for such a part. */
export const WHEEL_FAMILIES: Record<string, 'hub' | 'rim' | ''> = {
  hubs: 'hub',
  rims: 'rim',
  'spokes-and-nipples': '',
}
