import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

const BY_PARENT = 'parentbased_'

/** Which requests are traced, as the standard's OTEL_TRACES_SAMPLER and its _ARG say; all, where they say nothing. */
export function chooseSampler({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: argument,
}: NodeJS.ProcessEnv): Sampler {
  if (!name.startsWith(BY_PARENT)) return named(name, argument)
  return new ParentBasedSampler({ root: named(name.slice(BY_PARENT.length), argument) })
}

function named(name: string, argument = '1'): Sampler {
  switch (name) {
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(Number(argument))
    default:
      return new AlwaysOnSampler()
  }
}
