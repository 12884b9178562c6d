/** The carriers whose pages the shop can lead to, and where these say how far a parcel is. */
const pages: Record<string, (number: string) => string> = {
  DHL: (number) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  UPS: (number) => `https://www.ups.com/track?tracknum=${number}`,
  FedEx: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  DPD: (number) => `https://tracking.dpd.de/parcelstatus?query=${number}`,
  GLS: (number) => `https://gls-group.eu/EU/en/parcel-tracking?match=${number}`,
  USPS: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
}

/** Their names, to be offered where one is asked for; any other may be typed. */
export const knownCarriers: readonly string[] = Object.keys(pages)

/** Where a known carrier says how far a parcel is; null of others, and without a number. */
export function trackingUrl(carrier: string | null, trackingNumber: string | null): string | null {
  const known = knownCarriers.find((name) => name.toLowerCase() === carrier?.trim().toLowerCase())
  if (!known || !trackingNumber) return null
  // People write the blanks that are printed on labels; the carriers' pages want none.
  return pages[known]?.(encodeURIComponent(trackingNumber.replaceAll(/\s/g, ''))) ?? null
}
