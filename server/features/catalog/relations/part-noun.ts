/** The first noun in a name counts. If two nouns begin at the same position, the longer one counts. */
const NOUNS = `adapter, axle, bar, bar tape, bearing, bottom bracket, brake, brake cable, brake lever,
  brake shoe, caliper, cassette, chain, chainring, connecting link, crankset, derailleur, disc pad,
  ferrule, freewheel, grip, hanger, headlight, headset, headset bearing, housing, hub, mudguard, nipple,
  pad insert, pedal, rack, rear light, rim, rim tape, rotor, saddle, seat clamp, seatpost, shift cable,
  shifter, skewer, spoke, sprocket, stand, star nut, stem, tape, thru axle, tube, tyre, valve`

/** Nouns for phrases in names. Without them, `chainring bolts` would be a chainring, and `brake housing` a brake. */
const PHRASES: Record<string, string> = {
  'loose balls': 'bag',
  'chainring bolts': 'bolt set',
  'cable disc caliper': 'caliper',
  'bottom bracket cups': 'bottom bracket',
  'disc adapter': 'adapter',
  'brake housing': 'housing',
  'shift housing': 'housing',
}

const PATTERN = new RegExp(
  `\\b(${[...NOUNS.split(/,\s+/), ...Object.keys(PHRASES)].sort((a, b) => b.length - a.length).join('|')})s?\\b`,
  'i',
)

/** Returns the noun for a part in a sentence, such as `cassette`: from its name, otherwise from its family's name. */
export function findNoun(name: string, family: string | null): string | null {
  const found = (PATTERN.exec(name) ?? PATTERN.exec(family ?? ''))?.[1]?.toLowerCase()
  return found === undefined ? null : (PHRASES[found] ?? found)
}
