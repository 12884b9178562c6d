import fc from 'fast-check'

// A fixed seed generates the same values in each run. PROPERTY_SEED selects another one.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
