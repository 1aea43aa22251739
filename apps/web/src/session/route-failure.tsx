import { ErrorState } from '../ui/states.tsx'
import { explain } from './call.ts'

/** A missing file of the app requires a reload: browsers remember that loading it failed. */
const MISSING_FILE = /dynamically imported module|module script failed|error loading/i

export function RouteFailure({ error, reset }: { error: unknown; reset(): void }) {
  const isMissing = MISSING_FILE.test(String(error))
  return (
    <ErrorState
      title={isMissing ? 'Could not load this part of the app' : 'This page failed'}
      detail={isMissing ? 'You may be offline, or there is a newer version of the app.' : explain(error)}
      onRetry={isMissing ? () => navigator.onLine && location.reload() : reset}
    />
  )
}
