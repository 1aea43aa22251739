// A squarified treemap: areas are proportional to the values, and boxes are as square as possible.

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Expects `values` in descending order. Zero values get a box without area. */
export function layOut(values: readonly number[], width: number, height: number): Box[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  const areas = values.map((value) => (total > 0 ? (value / total) * width * height : 0))
  const boxes: Box[] = []
  let free: Box = { x: 0, y: 0, width, height }
  for (let from = 0; from < areas.length; ) {
    let to = from + 1
    while (to < areas.length && worst(areas.slice(from, to + 1), free) <= worst(areas.slice(from, to), free)) to++
    const row = areas.slice(from, to)
    free = place(row, free, boxes)
    from = to
  }
  return boxes
}

/** The worst aspect ratio of the boxes in a row. */
function worst(row: readonly number[], { width, height }: Box): number {
  const side = Math.min(width, height)
  const sum = row.reduce((all, area) => all + area, 0)
  if (sum === 0 || side === 0) return Number.POSITIVE_INFINITY
  const thickness = sum / side
  return Math.max(...row.map((area) => Math.max((thickness * thickness) / area, area / (thickness * thickness))))
}

/** Places a row along the shorter side, and returns the remaining space. */
function place(row: readonly number[], free: Box, boxes: Box[]): Box {
  const sum = row.reduce((all, area) => all + area, 0)
  const isUpright = free.width >= free.height
  const side = isUpright ? free.height : free.width
  const thickness = side > 0 ? sum / side : 0
  let at = 0
  for (const area of row) {
    const length = thickness > 0 ? area / thickness : 0
    boxes.push(
      isUpright
        ? { x: free.x, y: free.y + at, width: thickness, height: length }
        : { x: free.x + at, y: free.y, width: length, height: thickness },
    )
    at += length
  }
  return isUpright
    ? { ...free, x: free.x + thickness, width: free.width - thickness }
    : { ...free, y: free.y + thickness, height: free.height - thickness }
}
