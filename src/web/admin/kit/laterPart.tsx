import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { toast } from '../../ui/toast.ts'
import { Failed } from './States.tsx'

interface Later<P> {
  load: () => Promise<ComponentType<P>>
  /** Null until the code is loaded. */
  part: ComponentType<P> | null
}

/**
 * Makes a part of a screen whose code the screen does not wait for: lists appear without the code of forms, which is
 * loaded when the browser has nothing else to do, or when the part is shown.
 */
export function laterPart<P extends object>(load: Later<P>['load']): (props: P) => ReactNode {
  const later: Later<P> = { load, part: null }
  whenIdle(() => loaded(later).catch(() => {}))
  return (props) => <Part of={later} props={props} />
}

/**
 * The screen stays as it is if the part cannot be loaded, because staff may have entered much there. Chromium loads it again
 * only after a reload.
 */
function Part<P extends object>({ of, props }: { of: Later<P>; props: P }) {
  const [Shown, setShown] = useState(() => of.part)
  const [failure, setFailure] = useState<unknown>(null)
  const fail = useEffectEvent((error: unknown) => {
    if (!('onClose' in props && typeof props.onClose === 'function')) return setFailure(error)
    toast({
      title: 'Non si è aperto',
      text: 'Controlla la connessione, salva ciò che hai scritto e ricarica la pagina.',
      tone: 'destructive',
    })
    props.onClose()
  })
  useEffect(() => {
    if (Shown || failure) return
    let isGone = false
    loaded(of).then(
      (part) => startTransition(() => setShown(() => part)),
      (error: unknown) => {
        if (!isGone) fail(error)
      },
    )
    return () => {
      isGone = true
    }
  }, [Shown, failure, of])
  if (failure) return <Failed error={failure} onRetry={() => location.reload()} />
  return Shown && <Shown {...props} />
}

async function loaded<P>(later: Later<P>): Promise<ComponentType<P>> {
  later.part ??= await later.load()
  return later.part
}

/** Safari has no idle callbacks. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 1_000)
