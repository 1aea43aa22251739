// Draws the graph with sigma. The server computes the layout, so that it is immediate and stable.
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
  /** Draws rings around these nodes. */
  choose(ids: ReadonlySet<string>): void
  /** Returns true for arrow keys. */
  pan(key: string): boolean
  /** The id of the nearest node in the direction of an arrow key. */
  step(key: string): string | undefined
  png(): Promise<Blob | null>
  end(): void
}

interface Options {
  codes: readonly string[]
  /** Highlighted nodes, such as those of a path. */
  marked: ReadonlySet<string>
  onSelect(id: string | undefined): void
  /** True if dragging selects nodes instead of moving the graph. */
  isLasso(): boolean
  onChoose(ids: readonly string[], how: Choosing): void
}

/** Width per label. If all labels fit, all are shown. */
const LABEL_PX = 18
export function drawGraph(place: HTMLElement, data: GraphData, options: Options): Drawing {
  const { codes, marked, onSelect, onChoose } = options
  const graph = buildGraph(data, codes, { width: place.clientWidth, height: Math.max(1, place.clientHeight) })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let colors = readColors()
  const hasRoom = graph.order * LABEL_PX <= place.clientWidth
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
    // Room for the labels of the last layer, which are to the right of the nodes.
    stagePadding: Math.min(120, place.clientWidth / 9),
    zIndex: true,
    minCameraRatio: 0.05,
    maxCameraRatio: 4,
    // The default draws a white box, even in the dark theme.
    defaultDrawNodeHover: (canvas, node) => {
      if (chosen.has(node.key)) drawRing(canvas, node, colors.accent)
    },
    defaultDrawNodeLabel: (canvas, node, { labelSize, labelFont }) =>
      writeName(canvas, node, { font: `500 ${labelSize}px ${labelFont}`, ink: colors.ink, around: colors.surface }),
    nodeReducer: (id, node) => {
      const isAway = near.size > 0 && !near.has(id)
      const isChosen = id === selected || id === over
      return {
        ...node,
        color: isAway ? colors.dim : colors.of(node.paint),
        label: isAway ? '' : node.label,
        forceLabel: isChosen || marked.has(id) || hasRoom,
        highlighted: chosen.has(id),
        size: isChosen ? node.size * 1.35 : node.size,
        zIndex: isAway ? 0 : 1,
      }
    },
    edgeReducer: (id, edge) => {
      const isAway = near.size > 0 && !touches(graph, id, over ?? selected) && !isOnPath(graph, id, marked, selected)
      return { ...edge, color: colors.of(edge.paint), hidden: isAway }
    },
  })

  let frame = 0
  /** Batches changes until the next frame, because every refresh draws the whole graph. */
  const redraw = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => sigma.refresh({ skipIndexation: true }))
  }
  const highlight = () => {
    const center = over ?? selected
    near = center ? new Set([center, ...graph.neighbors(center)]) : marked
    redraw()
  }
  sigma.on('enterNode', ({ node }) => {
    over = node
    highlight()
  })
  sigma.on('leaveNode', () => {
    over = undefined
    highlight()
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
  // Colors come from the page, whose theme may change.
  const onTheme = () => {
    colors = readColors()
    redraw()
  }
  const themes = new MutationObserver(onTheme)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  dark.addEventListener('change', onTheme)
  highlight()

  return {
    zoom: (by) => {
      const camera = sigma.getCamera()
      if (by === 'all') void camera.animatedReset()
      else void (by === 'in' ? camera.animatedZoom() : camera.animatedUnzoom())
    },
    select: (id) => {
      selected = id !== undefined && graph.hasNode(id) ? id : undefined
      highlight()
      if (selected) bringIntoView(sigma, selected)
    },
    choose: (ids) => {
      chosen = ids
      redraw()
    },
    pan: (key) => pan(sigma, key),
    step: (key) => nearest(graph, selected, key),
    png: () => picture(sigma, colors.surface),
    end: () => {
      cancelAnimationFrame(frame)
      endLasso()
      themes.disconnect()
      dark.removeEventListener('change', onTheme)
      sigma.kill()
    },
  }
}

function readColors() {
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

/** WebGL discards its buffer after the frame, so this draws and copies in one step. */
function picture(sigma: Sigma, background: string): Promise<Blob | null> {
  const layers = Object.values(sigma.getCanvases())
  const canvas = document.createElement('canvas')
  canvas.width = layers[0]!.width
  canvas.height = layers[0]!.height
  const context = canvas.getContext('2d')!
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  sigma.refresh({ schedule: false })
  for (const layer of layers) context.drawImage(layer, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
