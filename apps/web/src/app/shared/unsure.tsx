/** Facts from source code or from lists have at least this confidence. */
const CERTAIN = 0.9

/** Marks an uncertain fact; renders nothing otherwise. */
export function Unsure({ confidence }: { confidence: number }) {
  if (confidence >= CERTAIN) return null
  return (
    <span
      title={`Confidence ${Math.round(confidence * 100)}%: the name or its kind was inferred, not declared or listed.`}
    >
      {' '}
      · not certain
    </span>
  )
}
