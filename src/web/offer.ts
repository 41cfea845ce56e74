import { languageKey } from '../modules/settings/privacy/contract.ts'
import { pageLanguage } from './ownPage.ts'
import { local } from './storage.ts'

// Offers the page in the visitor's language until the visitor chooses one or closes the offer. Never redirects.

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('header a[hreflang][data-offer]')]

export function mindLanguage(): void {
  addEventListener('click', onSwitch, true)
  const line = document.getElementById('lingua')
  if (!line || local.text(languageKey)) return
  const known = navigator.languages.map((one) => one.slice(0, 2).toLowerCase())
  const found = known
    .map((one) => links().find(({ hreflang }) => hreflang === one))
    .find((link) => link !== undefined)
  const [link, button] = [line.querySelector('a'), line.querySelector('button')]
  if (!found || !link || !button || found.hreflang === pageLanguage()) return
  link.lang = found.lang
  button.lang = found.lang
  link.textContent = found.dataset.offer ?? ''
  link.href = found.href
  link.hreflang = found.hreflang
  button.setAttribute('aria-label', found.dataset.close ?? '')
  button.addEventListener('click', () => {
    remember(pageLanguage())
    show(line, false)
  })
  show(line, true)
}

function show(line: HTMLElement, isShown: boolean): void {
  line.hidden = !isShown
  document.documentElement.toggleAttribute('data-offered', isShown)
}

const remember = (language: string) => local.keep(languageKey, language)

/** Stores the chosen language. Adds the page's current query to the link, because the trip may have changed. */
function onSwitch({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('header a[hreflang], #lingua a')
  if (!link) return
  link.search = location.search
  remember(link.hreflang)
}
