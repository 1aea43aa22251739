// The names of shapes. Pure functions.

const URN = 'urn:graph:shape:'
const BARE = /^shp_[0-9a-hjkmnp-tv-z]{26}$/

/** `urn:graph:shape:<id>` */
export const shapeUrn = (id: string): string => URN + id

/** The bare id of either spelling; undefined for an invalid id. */
export function readShapeId(text: string): string | undefined {
  const bare = text.startsWith(URN) ? text.slice(URN.length) : text
  return BARE.test(bare) ? bare : undefined
}
