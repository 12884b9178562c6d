/** Families of parts for wheels. The value is the field of the wheel builder that a part of the family fills, or null. */
export const WHEEL_FAMILIES: Record<string, 'hub' | 'rim' | null> = {
  hubs: 'hub',
  rims: 'rim',
  'spokes-and-nipples': null,
}
