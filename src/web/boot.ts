import './styles.css'

// The only script of a page until the visitor touches it: it loads the app on the first sign of life, and keeps
// what was clicked or sent meanwhile.

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const
let app: Promise<unknown> | undefined
let isReady = false

async function start(): Promise<void> {
  const { hydrate } = await import('./site/app.tsx')
  await hydrate()
  isReady = true
}

function load(): Promise<unknown> {
  for (const sign of signs) removeEventListener(sign, wake, true)
  app ??= start().catch((error: unknown) => {
    // Without the app the page still works by links and plain forms; the next touch tries again.
    app = undefined
    throw error
  })
  return app
}

function wake(event: Event): void {
  // Browsers report a pointer that has not moved as soon as the page appears under it.
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
    return
  load().catch(() => {})
}
for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })

function hold(event: Event, again: (held: HTMLElement) => void, give: (held: HTMLElement) => void): void {
  const held = event.target instanceof Element && event.target.closest<HTMLElement>('[data-app]')
  if (isReady || !held || (event.type === 'submit') !== held instanceof HTMLFormElement) return
  event.preventDefault()
  event.stopPropagation()
  held.ariaBusy = 'true'
  load().then(
    () => {
      held.ariaBusy = null
      again(held)
    },
    () => {
      held.ariaBusy = null
      give(held)
    },
  )
}

addEventListener(
  'click',
  (event) =>
    hold(
      event,
      (held) => held.click(),
      () => {},
    ),
  true,
)
addEventListener(
  'submit',
  (event) =>
    hold(
      event,
      (held) => (held as HTMLFormElement).requestSubmit(),
      (held) => (held as HTMLFormElement).submit(),
    ),
  true,
)

// A menu opens by the browser alone (popover); only its button has to say so.
addEventListener(
  'toggle',
  (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.popover) return
    const isOpen = (event as ToggleEvent).newState === 'open'
    document
      .querySelector(`[popovertarget="${event.target.id}"]`)
      ?.setAttribute('aria-expanded', String(isOpen))
  },
  true,
)
