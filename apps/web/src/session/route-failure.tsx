import { ErrorState } from '../ui/states.tsx'
import { explain } from './call.ts'

/** A file of the app that did not come is asked for anew with the page: browsers remember that it failed. */
const MISSING_FILE = /dynamically imported module|module script failed|error loading/i

export function RouteFailure({ error, reset }: { error: unknown; reset(): void }) {
  const isMissing = MISSING_FILE.test(String(error))
  return (
    <ErrorState
      title={isMissing ? 'This part of the app did not load' : 'This page failed'}
      detail={isMissing ? 'The connection was lost, or there is a newer version of the app.' : explain(error)}
      onRetry={isMissing ? () => navigator.onLine && location.reload() : reset}
    />
  )
}
