// A part of a page whose file comes when it is first shown or about to be. It is seen as soon as it is here: what React's
// own `lazy` shows instead stands for 300 ms at least, even where the file was there before.
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react'

type Later<P> = FunctionComponent<P> & { preload(): Promise<void> }

export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  until: (props: P) => ReactNode = () => null,
): Later<P> {
  let Loaded: ComponentType<P> | undefined
  const preload = async () => {
    Loaded = (await load()).default
  }
  function Shown(props: P) {
    const [Part, setPart] = useState(() => Loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (!Part)
        preload().then(
          () => setPart(() => Loaded),
          (error: unknown) => setFailure({ error }),
        )
    }, [Part])
    // Whoever stands around it tells of what did not come.
    if (failure) throw failure.error
    return Part ? <Part {...props} /> : until(props)
  }
  return Object.assign(Shown, { preload })
}
