// Moves the camera by keyboard, and brings the selected node into view.
import type Sigma from 'sigma'

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Share of the canvas per key press. */
const STEP = 0.2
/** Nodes this close to the edge count as hidden, because their label is. */
const EDGE_PX = 24
const MOVE_MS = 120

/** Returns true for arrow keys. */
export function pan(sigma: Sigma, key: string): boolean {
  const arrow = ARROWS[key]
  if (!arrow) return false
  const { width, height } = sigma.getDimensions()
  look(sigma, { x: width * (0.5 + arrow[0] * STEP), y: height * (0.5 + arrow[1] * STEP) })
  return true
}

export function bringIntoView(sigma: Sigma, node: string): void {
  const place = sigma.getNodeDisplayData(node)
  if (!place) return
  const { width, height } = sigma.getDimensions()
  const { x, y } = sigma.framedGraphToViewport(place)
  const isSeen = x > EDGE_PX && y > EDGE_PX && x < width - EDGE_PX && y < height - EDGE_PX
  if (!isSeen) look(sigma, { x, y })
}

function look(sigma: Sigma, at: { x: number; y: number }): void {
  const { x, y } = sigma.viewportToFramedGraph(at)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isStill) sigma.getCamera().setState({ x, y })
  else void sigma.getCamera().animate({ x, y }, { duration: MOVE_MS })
}
