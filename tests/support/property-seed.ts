import fc from 'fast-check'

// The same values in each run. Other seeds explore other values.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
