/** The main entry of the package prints a warning on each Node version that is not LTS. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider'
  export const Check: typeof interactionPolicy.Check
  export const Prompt: typeof interactionPolicy.Prompt
}
