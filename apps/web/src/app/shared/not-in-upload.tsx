/** Kind of a custom object that no uploaded file contains. */
export const OUTSIDE = 'custom_outside'

/** Renders nothing for other kinds of artifacts. */
export function NotInUpload({ kind }: { kind: string }) {
  if (kind !== OUTSIDE) return null
  return (
    <span className="shrink-0 text-xs text-ink-3" title="Upload its source to get a level.">
      custom, not in the upload
    </span>
  )
}
