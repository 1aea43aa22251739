// The graph on its canvas, by sigma. Places come from the server, so that it is there at once and always the same.
import Graph from 'graphology'
import Sigma from 'sigma'
import { codeOf, degreeOf, type GraphData, levelToken, relationLooks } from './graph-model.ts'
import { token } from './token.ts'

export interface Drawing {
  zoom(by: 'in' | 'out' | 'all'): void
  select(id: string | undefined): void
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
}

const ALL_LABELLED = 60
/** What the server leaves without a place is put on a circle. */
const AWAY = 400

export function drawGraph(place: HTMLElement, data: GraphData, { codes, marked, onSelect }: Options): Drawing {
  const graph = build(data, codes)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let colours = readColours()
  let selected: string | undefined
  let over: string | undefined
  let near: ReadonlySet<string> = new Set()

  const sigma = new Sigma(graph, place, {
    allowInvalidContainer: true,
    defaultEdgeType: 'arrow',
    labelFont: getComputedStyle(place).fontFamily,
    labelSize: 11,
    labelColor: { attribute: 'labelColour' },
    labelGridCellSize: 90,
    labelRenderedSizeThreshold: graph.order > ALL_LABELLED ? 7 : 0,
    stagePadding: 60,
    zIndex: true,
    minCameraRatio: 0.05,
    maxCameraRatio: 4,
    // The usual one draws a white box, in the dark too.
    defaultDrawNodeHover: () => {},
    nodeReducer: (id, node) => {
      const isAway = near.size > 0 && !near.has(id)
      const isChosen = id === selected || id === over
      return {
        ...node,
        color: isAway ? colours.dim : colours.of(node.paint),
        label: isAway ? '' : node.label,
        labelColour: colours.ink,
        forceLabel: isChosen || marked.has(id) || graph.order <= ALL_LABELLED,
        highlighted: false,
        size: isChosen ? node.size * 1.35 : node.size,
        zIndex: isAway ? 0 : 1,
      }
    },
    edgeReducer: (id, edge) => {
      const isAway = near.size > 0 && !touches(graph, id, over ?? selected) && !isOnPath(graph, id, marked, selected)
      return { ...edge, color: colours.of(edge.paint), hidden: isAway }
    },
  })

  const look = () => {
    const centre = over ?? selected
    near = centre ? new Set([centre, ...graph.neighbors(centre)]) : marked
    sigma.refresh({ skipIndexation: true })
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
  // Colours are read from the page, which may turn dark while it is open.
  const turn = () => {
    colours = readColours()
    sigma.refresh({ skipIndexation: true })
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
    },
    step: (key) => nearest(graph, selected, key),
    png: () => picture(sigma, colours.surface),
    end: () => {
      themes.disconnect()
      dark.removeEventListener('change', turn)
      sigma.kill()
    },
  }
}

function build({ nodes, edges }: GraphData, codes: readonly string[]): Graph {
  const graph = new Graph({ multi: true })
  nodes.forEach((node, i) => {
    const angle = (i / nodes.length) * 2 * Math.PI
    graph.addNode(node.id, {
      x: node.x ?? Math.cos(angle) * AWAY,
      // The server counts downwards, sigma upwards.
      y: -(node.y ?? Math.sin(angle) * AWAY),
      size: 4 + Math.min(10, Math.sqrt(node.members ?? degreeOf(node)) * 1.6),
      label: node.members ? `${node.label} (${node.members})` : node.label,
      paint: levelToken(codeOf(node), codes),
    })
  })
  const looks = relationLooks(edges)
  for (const { id, from, to, relation } of edges) {
    if (!graph.hasNode(from) || !graph.hasNode(to) || graph.hasEdge(id)) continue
    const { token: paint, size } = looks.get(relation)!
    graph.addEdgeWithKey(id, from, to, { paint, size })
  }
  return graph
}

function readColours() {
  const known = new Map<string, string>()
  const of = (name: string): string => {
    if (!known.has(name)) known.set(name, token(name))
    return known.get(name)!
  }
  return { of, ink: token('ink'), dim: token('line-strong'), surface: token('surface') }
}

const touches = (graph: Graph, edge: string, node: string | undefined): boolean =>
  node !== undefined && graph.hasExtremity(edge, node)

const isOnPath = (graph: Graph, edge: string, marked: ReadonlySet<string>, selected: string | undefined): boolean =>
  selected === undefined && marked.has(graph.source(edge)) && marked.has(graph.target(edge))

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** Straight ahead counts more than close by. */
function nearest(graph: Graph, from: string | undefined, key: string): string | undefined {
  const direction = DIRECTIONS[key]
  if (!direction) return undefined
  if (from === undefined) return graph.nodes()[0]
  const here = graph.getNodeAttributes(from)
  let best: { id: string; cost: number } | undefined
  graph.forEachNode((id, { x, y }) => {
    const ahead = (x - here.x) * direction[0] + (y - here.y) * direction[1]
    const aside = Math.abs((x - here.x) * direction[1]) + Math.abs((y - here.y) * direction[0])
    if (id === from || ahead <= 0) return
    const cost = ahead + 2 * aside
    if (!best || cost < best.cost) best = { id, cost }
  })
  return best?.id
}

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
