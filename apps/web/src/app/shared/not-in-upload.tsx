/** What the server calls a custom object that no uploaded file holds. */
export const OUTSIDE = 'custom_outside'

/** Nothing for any other kind of artifact. */
export function NotInUpload({ kind }: { kind: string }) {
  if (kind !== OUTSIDE) return null
  return (
    <span className="shrink-0 text-xs text-ink-3" title="Add its source to the upload to have it rated.">
      custom, not in the upload
    </span>
  )
}
