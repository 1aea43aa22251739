// All invented vendors.
import type { Site } from './site.ts'
import { bexombre } from './sites/bexombre.ts'
import { cinnawharf } from './sites/cinnawharf.ts'
import { clairbosquet } from './sites/clairbosquet.ts'
import { dovetarn } from './sites/dovetarn.ts'
import { duskpantry } from './sites/duskpantry.ts'
import { grebeworth } from './sites/grebeworth.ts'
import { heronsilt } from './sites/heronsilt.ts'
import { hobbinlake } from './sites/hobbinlake.ts'
import { ibexmoor } from './sites/ibexmoor.ts'
import { juniperloom } from './sites/juniperloom.ts'
import { kelpstave } from './sites/kelpstave.ts'
import { lintelroost } from './sites/lintelroost.ts'
import { nettlecairn } from './sites/nettlecairn.ts'
import { oxterfold } from './sites/oxterfold.ts'
import { ploverstack } from './sites/ploverstack.ts'
import { pottlecroft } from './sites/pottlecroft.ts'
import { saltwyke } from './sites/saltwyke.ts'
import { sorrelbyte } from './sites/sorrelbyte.ts'
import { tarnwhistle } from './sites/tarnwhistle.ts'
import { thrumwell } from './sites/thrumwell.ts'
import { tollgander } from './sites/tollgander.ts'
import { vidrelark } from './sites/vidrelark.ts'
import { wattlebeam } from './sites/wattlebeam.ts'
import { yarrowdeck } from './sites/yarrowdeck.ts'
import { zindelhof } from './sites/zindelhof.ts'

export const SITES: readonly Site[] = [
  bexombre,
  cinnawharf,
  clairbosquet,
  dovetarn,
  duskpantry,
  grebeworth,
  heronsilt,
  hobbinlake,
  ibexmoor,
  juniperloom,
  kelpstave,
  lintelroost,
  nettlecairn,
  oxterfold,
  ploverstack,
  pottlecroft,
  saltwyke,
  sorrelbyte,
  tarnwhistle,
  thrumwell,
  tollgander,
  vidrelark,
  wattlebeam,
  yarrowdeck,
  zindelhof,
]
