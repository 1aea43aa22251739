// Which nodes lie where on the paper, and how those that are chosen look.
import type Graph from 'graphology'
import type Sigma from 'sigma'
import { isInside, type Point } from './lasso.ts'

export const nodesWithin = (sigma: Sigma, graph: Graph, line: readonly Point[]): string[] =>
  graph.filterNodes((id) => isInside(placeOf(sigma, id), line))

const ABOUT_PX = 3
export const nodeAt = (sigma: Sigma, graph: Graph, { x, y }: Point): string | undefined =>
  graph.findNode((id) => {
    const place = placeOf(sigma, id)
    return Math.hypot(place.x - x, place.y - y) <= sigma.scaleSize(sigma.getNodeDisplayData(id)!.size) + ABOUT_PX
  })

const placeOf = (sigma: Sigma, id: string): Point => sigma.framedGraphToViewport(sigma.getNodeDisplayData(id)!)

const RING_PX = 2
/** Around the node, because its colour is its level. */
export function drawRing(
  paper: CanvasRenderingContext2D,
  { x, y, size }: { x: number; y: number; size: number },
  colour: string,
): void {
  paper.beginPath()
  paper.arc(x, y, size + RING_PX * 1.5, 0, 2 * Math.PI)
  paper.lineWidth = RING_PX
  paper.strokeStyle = colour
  paper.stroke()
}
