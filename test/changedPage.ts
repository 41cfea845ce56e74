import type { Page } from 'playwright-core'

// Changes the elements of a page as browsers and extensions do.

/**
 * Translates like Chrome: changes the language of the document and replaces each text by two nested `font` elements, now
 * and whenever the page changes. The translation of `x` is `⟦x⟧`, so that a test can undo it.
 */
function translate(language: string): void {
  const { documentElement: root, body } = document
  root.lang = language
  root.classList.add('translated-ltr')
  const untranslated = 'script, style, noscript, textarea, svg, font, [translate=no]'
  const font = (content: string | Node) => {
    const element = document.createElement('font')
    element.style.verticalAlign = 'inherit'
    element.append(content)
    return element
  }
  const observer = new MutationObserver(() => translateAll())
  const translateAll = () => {
    observer.disconnect()
    const texts: Text[] = []
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts)
      if (/\S/.test(text.data) && !text.parentElement?.closest(untranslated))
        text.replaceWith(font(font(text.data.replace(/\S(.*\S)?/s, '⟦$&⟧'))))
    observer.observe(body, { subtree: true, childList: true, characterData: true })
  }
  translateAll()
}

function changeLanguageAttribute(language: string): void {
  document.documentElement.lang = language
  document.documentElement.classList.add('translated-ltr')
}

function addLastPass(): void {
  for (const input of document.querySelectorAll('#app input')) {
    const icon = document.createElement('div')
    icon.dataset.lastpassIconRoot = 'true'
    icon.style.cssText = 'position: relative; height: 0; width: 0; float: left'
    icon.attachShadow({ mode: 'open' }).append(document.createElement('svg'))
    input.after(icon)
  }
}

function addGrammarly(): void {
  Object.assign(document.body.dataset, { newGrCSCheckLoaded: '14.1101.0', grExtInstalled: '' })
  for (const area of document.querySelectorAll('#app textarea')) {
    Object.assign((area as HTMLElement).dataset, { gramm: 'false', ltTmpId: 'lt-1' })
    area.setAttribute('spellcheck', 'false')
    area.before(document.createElement('grammarly-extension'))
  }
  document.documentElement.append(document.createElement('grammarly-desktop-integration'))
}

function addDarkReader(): void {
  Object.assign(document.documentElement.dataset, {
    darkreaderMode: 'dynamic',
    darkreaderScheme: 'dark',
  })
  // Its style elements are not subject to the policy of the page; those of a test would be.
  const meta = Object.assign(document.createElement('meta'), { name: 'darkreader', content: 'dynamic' })
  document.head.prepend(meta)
  for (const image of document.querySelectorAll('#app svg'))
    image.setAttribute('data-darkreader-inline-fill', '')
  for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
    element.dataset.darkreaderInlineColor = ''
    element.style.setProperty('--darkreader-inline-color', '#e8e6e3')
  }
}

/** Changes of a page by name. Each runs in the page, given a language of the visitor. */
export const changes: Record<string, (page: Page) => Promise<void>> = {
  'the language nl and nothing else': (page) => page.evaluate(changeLanguageAttribute, 'nl'),
  'a translation into nl': (page) => page.evaluate(translate, 'nl'),
  'a translation into ru': (page) => page.evaluate(translate, 'ru'),
  'a translation into en': (page) => page.evaluate(translate, 'en'),
  'a password manager': (page) => page.evaluate(addLastPass),
  'a spelling checker': (page) => page.evaluate(addGrammarly),
  'a dark theme': (page) => page.evaluate(addDarkReader),
}

/** Returns the text without the marks of `translate`. */
export const untranslated = (text: string): string => text.replace(/[⟦⟧]/g, '')
