const trackingPages: Record<string, (number: string) => string> = {
  DHL: (number) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  UPS: (number) => `https://www.ups.com/track?tracknum=${number}`,
  FedEx: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  DPD: (number) => `https://tracking.dpd.de/parcelstatus?query=${number}`,
  GLS: (number) => `https://gls-group.eu/EU/en/parcel-tracking?match=${number}`,
  USPS: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
}

/** Suggested carrier names. Staff may enter any other name. */
export const knownCarriers: readonly string[] = Object.keys(trackingPages)

/** Returns the URL of a parcel's tracking page. Null without a tracking number, and for unknown carriers. */
export function trackingUrl(carrier: string | null, trackingNumber: string | null): string | null {
  const knownCarrier = knownCarriers.find(
    (name) => name.toLowerCase() === carrier?.trim().toLowerCase(),
  )
  if (!knownCarrier || !trackingNumber) return null
  // Labels print the number with spaces, but the tracking pages reject them.
  return (
    trackingPages[knownCarrier]?.(encodeURIComponent(trackingNumber.replaceAll(/\s/g, ''))) ?? null
  )
}
