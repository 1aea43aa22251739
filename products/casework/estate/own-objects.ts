// Recognizes references to the estate itself. Sources rarely state the type: `SELECT FROM zfoo` may mean a table or a
// view, so a name that only one own object has is enough.
import { type Named, shortForm } from '../model/artifacts.ts'

type Own = Named & { members: ReadonlySet<string> }

/** Returns the position of the own object that a reference means; undefined if it leads outside. */
export function ownObjects(objects: readonly Own[]): (reference: Named) => number | undefined {
  const exact = new Map<string, number>()
  const byName = new Map<string, number | null>()
  objects.forEach((object, place) => {
    exact.set(shortForm(object), place)
    // With two objects of the same name, the type decides.
    byName.set(object.name, byName.has(object.name) ? null : place)
  })
  objects.forEach(({ members }, place) => {
    for (const member of members) if (!exact.has(member)) exact.set(member, place)
  })
  return (reference) => exact.get(shortForm(reference)) ?? byName.get(reference.name) ?? undefined
}
