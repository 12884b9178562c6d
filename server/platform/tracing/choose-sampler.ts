import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

const BY_PARENT = 'parentbased_'

/** Returns the sampler of the standard variables OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG. Default: all requests. */
export function chooseSampler({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: argument,
}: NodeJS.ProcessEnv): Sampler {
  if (!name.startsWith(BY_PARENT)) return samplerByName(name, argument)
  return new ParentBasedSampler({ root: samplerByName(name.slice(BY_PARENT.length), argument) })
}

function samplerByName(name: string, argument = '1'): Sampler {
  switch (name) {
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(Number(argument))
    default:
      return new AlwaysOnSampler()
  }
}
