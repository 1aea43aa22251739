// Matches a pattern against a path, piece by piece from the left without backtracking: the first match of a piece
// leaves the most room for the others. This way a hostile pattern costs no more than any other.

/** Anchored at the start. `*` matches any octets, and `$` at the end matches the end (RFC 9309 §2.2.3). */
export function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$')
  const end = anchored ? pattern.length - 1 : pattern.length
  let star = pattern.indexOf('*')
  if (star < 0 || star >= end) return anchored ? path === pattern.slice(0, end) : path.startsWith(pattern)
  if (!path.startsWith(pattern.slice(0, star))) return false
  let at = star
  for (;;) {
    const next = pattern.indexOf('*', star + 1)
    const last = next < 0 || next >= end
    const piece = pattern.slice(star + 1, last ? end : next)
    if (last && anchored) return path.length - piece.length >= at && path.endsWith(piece)
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    if (last) return true
    at = found + piece.length
    star = next
  }
}
