import { expect, test } from 'vitest'
import { chooseSampler } from './tracing.ts'

test.each([
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '' }, 'TraceIdRatioBased{1}'],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.2' },
    'TraceIdRatioBased{0.2}',
  ],
  [{ OTEL_TRACES_SAMPLER: '' }, 'ParentBased{root=AlwaysOnSampler'],
])(
  'creates the sampler of the standard variables, and ignores empty ones: %j',
  (variables, text) => {
    expect(chooseSampler(variables).toString()).toContain(text)
  },
)
