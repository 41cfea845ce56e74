import './styles.css'

// The only script of a page until the visitor touches it: it loads the app on the first sign of life, and keeps
// what was clicked or sent meanwhile.

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const
const { dataset } = document.documentElement
let app: Promise<void> | undefined
let isReady = false
let isHolding = false

async function start(): Promise<void> {
  const { hydrate } = await import('./site/app.tsx')
  await hydrate()
  isReady = true
}

function load(): Promise<void> {
  for (const sign of signs) removeEventListener(sign, wake, true)
  app ??= start()
  return app
}

function wake(event: Event): void {
  // Browsers report a pointer that has not moved as soon as the page appears under it.
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
    return
  load().catch(() => {
    // Links and plain forms work without the app; what needs it tries once more.
    app = undefined
  })
}

/** Keeps an event that only the app can answer, and repeats it when the app is there. */
async function hold(event: Event, again: () => void, otherwise: () => void): Promise<void> {
  event.preventDefault()
  event.stopPropagation()
  if (isHolding) return
  isHolding = true
  // On the document, because React owns everything inside.
  dataset.waiting = ''
  await load().then(again, otherwise)
  delete dataset.waiting
  isHolding = false
}

function onClick(event: Event): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('button[data-app]')
  if (isReady || !button) return
  void hold(
    event,
    () => button.click(),
    () => location.assign('/richiesta/'),
  )
}

function onSubmit(event: Event): void {
  const form = event.target
  if (isReady || !(form instanceof HTMLFormElement) || !form.matches('[data-app]')) return
  void hold(
    event,
    () => form.requestSubmit(),
    () => form.submit(),
  )
}

/** A menu opens by the browser alone (popover); only its button has to say so. */
function onToggle(event: Event): void {
  if (!(event instanceof ToggleEvent) || !(event.target instanceof HTMLElement)) return
  const button = document.querySelector(`[popovertarget="${event.target.id}"]`)
  button?.setAttribute('aria-expanded', String(event.newState === 'open'))
}

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
addEventListener('click', onClick, true)
addEventListener('submit', onSubmit, true)
addEventListener('toggle', onToggle, true)
