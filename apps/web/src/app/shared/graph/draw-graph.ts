// The graph on its canvas, by sigma. Places come from the server, so that it is there at once and always the same.
import type Graph from 'graphology'
import Sigma from 'sigma'
import { writeName } from '../../../ui/graph-name.ts'
import { buildGraph } from './build-graph.ts'
import { bringIntoView, pan } from './camera.ts'
import { drawRing, nodeAt, nodesWithin } from './chosen-nodes.ts'
import type { GraphData } from './graph-model.ts'
import { followLasso } from './lasso.ts'
import { nearest } from './nearest.ts'
import { token } from './token.ts'
import type { Choosing } from './use-chosen.ts'

export interface Drawing {
  zoom(by: 'in' | 'out' | 'all'): void
  select(id: string | undefined): void
  /** Draws a ring around these. */
  choose(ids: ReadonlySet<string>): void
  /** By an arrow key; false for any other. */
  pan(key: string): boolean
  /** From the selected node to the nearest one in a direction. */
  step(key: string): string | undefined
  png(): Promise<Blob | null>
  end(): void
}

interface Options {
  codes: readonly string[]
  /** Nodes that are to stand out, such as those of a path. */
  marked: ReadonlySet<string>
  onSelect(id: string | undefined): void
  /** Whether dragging chooses nodes instead of moving the picture. */
  isLasso(): boolean
  onChoose(ids: readonly string[], how: Choosing): void
}

/** So much width has room for one name. */
const NAME_PX = 18
export function drawGraph(place: HTMLElement, data: GraphData, options: Options): Drawing {
  const { codes, marked, onSelect, onChoose } = options
  const graph = buildGraph(data, codes, { width: place.clientWidth, height: Math.max(1, place.clientHeight) })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let colours = readColours()
  const hasRoom = graph.order * NAME_PX <= place.clientWidth
  let selected: string | undefined
  let chosen: ReadonlySet<string> = new Set()
  let over: string | undefined
  let near: ReadonlySet<string> = new Set()

  const sigma = new Sigma(graph, place, {
    allowInvalidContainer: true,
    defaultEdgeType: 'arrow',
    labelFont: getComputedStyle(place).fontFamily,
    labelSize: 11,
    labelGridCellSize: 90,
    labelRenderedSizeThreshold: hasRoom ? 0 : 7,
    // Names stand to the right of their nodes, those of the last layer too.
    stagePadding: Math.min(120, place.clientWidth / 9),
    zIndex: true,
    minCameraRatio: 0.05,
    maxCameraRatio: 4,
    // The usual one draws a white box, in the dark too.
    defaultDrawNodeHover: (paper, node) => {
      if (chosen.has(node.key)) drawRing(paper, node, colours.accent)
    },
    defaultDrawNodeLabel: (paper, node, { labelSize, labelFont }) =>
      writeName(paper, node, { font: `500 ${labelSize}px ${labelFont}`, ink: colours.ink, around: colours.surface }),
    nodeReducer: (id, node) => {
      const isAway = near.size > 0 && !near.has(id)
      const isChosen = id === selected || id === over
      return {
        ...node,
        color: isAway ? colours.dim : colours.of(node.paint),
        label: isAway ? '' : node.label,
        forceLabel: isChosen || marked.has(id) || hasRoom,
        highlighted: chosen.has(id),
        size: isChosen ? node.size * 1.35 : node.size,
        zIndex: isAway ? 0 : 1,
      }
    },
    edgeReducer: (id, edge) => {
      const isAway = near.size > 0 && !touches(graph, id, over ?? selected) && !isOnPath(graph, id, marked, selected)
      return { ...edge, color: colours.of(edge.paint), hidden: isAway }
    },
  })

  let frame = 0
  /** With the next frame, however much changes until then: each time would draw all of it. */
  const redraw = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => sigma.refresh({ skipIndexation: true }))
  }
  const look = () => {
    const centre = over ?? selected
    near = centre ? new Set([centre, ...graph.neighbors(centre)]) : marked
    redraw()
  }
  sigma.on('enterNode', ({ node }) => {
    over = node
    look()
  })
  sigma.on('leaveNode', () => {
    over = undefined
    look()
  })
  sigma.on('clickNode', ({ node }) => onSelect(node))
  sigma.on('clickStage', () => onSelect(undefined))
  const endLasso = followLasso(place, {
    isOn: options.isLasso,
    onLine: (line, adds) => onChoose(nodesWithin(sigma, graph, line), adds ? 'add' : 'replace'),
    onPoint: (at) => {
      const node = nodeAt(sigma, graph, at)
      if (node) onChoose([node], 'toggle')
    },
  })
  // Colours are read from the page, which may turn dark while it is open.
  const turn = () => {
    colours = readColours()
    redraw()
  }
  const themes = new MutationObserver(turn)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  dark.addEventListener('change', turn)
  look()

  return {
    zoom: (by) => {
      const camera = sigma.getCamera()
      if (by === 'all') void camera.animatedReset()
      else void (by === 'in' ? camera.animatedZoom() : camera.animatedUnzoom())
    },
    select: (id) => {
      selected = id !== undefined && graph.hasNode(id) ? id : undefined
      look()
      if (selected) bringIntoView(sigma, selected)
    },
    choose: (ids) => {
      chosen = ids
      redraw()
    },
    pan: (key) => pan(sigma, key),
    step: (key) => nearest(graph, selected, key),
    png: () => picture(sigma, colours.surface),
    end: () => {
      cancelAnimationFrame(frame)
      endLasso()
      themes.disconnect()
      dark.removeEventListener('change', turn)
      sigma.kill()
    },
  }
}

function readColours() {
  const known = new Map<string, string>()
  const of = (name: string): string => {
    if (!known.has(name)) known.set(name, token(name))
    return known.get(name)!
  }
  return { of, ink: token('ink'), accent: token('accent'), dim: token('line-strong'), surface: token('surface') }
}

const touches = (graph: Graph, edge: string, node: string | undefined): boolean =>
  node !== undefined && graph.hasExtremity(edge, node)

const isOnPath = (graph: Graph, edge: string, marked: ReadonlySet<string>, selected: string | undefined): boolean =>
  selected === undefined && marked.has(graph.source(edge)) && marked.has(graph.target(edge))

/** What WebGL drew is gone after the frame, so it is drawn and copied in one go. */
function picture(sigma: Sigma, background: string): Promise<Blob | null> {
  const layers = Object.values(sigma.getCanvases())
  const canvas = document.createElement('canvas')
  canvas.width = layers[0]!.width
  canvas.height = layers[0]!.height
  const paper = canvas.getContext('2d')!
  paper.fillStyle = background
  paper.fillRect(0, 0, canvas.width, canvas.height)
  sigma.refresh({ schedule: false })
  for (const layer of layers) paper.drawImage(layer, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
