/** What was read in its place in a source, or in a list, is at least this sure. */
const SURE = 0.9

/** Nothing for what is certain. */
export function Unsure({ confidence }: { confidence: number }) {
  if (confidence >= SURE) return null
  return (
    <span
      title={`Confidence ${Math.round(confidence * 100)}%: the name or its kind was inferred, not declared or listed.`}
    >
      {' '}
      · not certain
    </span>
  )
}
