// Finds nodes by their position on the canvas, and highlights selected ones.
import type Graph from 'graphology'
import type Sigma from 'sigma'
import { isInside, type Point } from './lasso.ts'

export const nodesWithin = (sigma: Sigma, graph: Graph, line: readonly Point[]): string[] =>
  graph.filterNodes((id) => isInside(placeOf(sigma, id), line))

const TOLERANCE_PX = 3
export const nodeAt = (sigma: Sigma, graph: Graph, { x, y }: Point): string | undefined =>
  graph.findNode((id) => {
    const place = placeOf(sigma, id)
    return Math.hypot(place.x - x, place.y - y) <= sigma.scaleSize(sigma.getNodeDisplayData(id)!.size) + TOLERANCE_PX
  })

const placeOf = (sigma: Sigma, id: string): Point => sigma.framedGraphToViewport(sigma.getNodeDisplayData(id)!)

const RING_PX = 2
/** Draws a ring, because the color of the node shows its level. */
export function drawRing(
  canvas: CanvasRenderingContext2D,
  { x, y, size }: { x: number; y: number; size: number },
  color: string,
): void {
  canvas.beginPath()
  canvas.arc(x, y, size + RING_PX * 1.5, 0, 2 * Math.PI)
  canvas.lineWidth = RING_PX
  canvas.strokeStyle = color
  canvas.stroke()
}
