import { analyticsMonths, visitDays } from '../../modules/settings/privacy/contract.ts'

const button =
  'inline-flex min-h-12 items-center justify-center rounded-field border px-5 py-2.5 text-center font-semibold leading-tight transition-colors'
const ink = `${button} border-transparent bg-ink text-on-fill hover:bg-ink-deep`
const plain = `${button} border-ink/25 bg-card text-ink hover:border-ink`
const quiet =
  'inline-flex min-h-11 items-center justify-center font-semibold text-sea underline underline-offset-4'

// The arrow is drawn, because the web fonts and some systems lack it. Screen readers read the text.
const back = `<span class="sr-only">← </span><svg aria-hidden="true" viewBox="0 0 24 24" class="mr-2 size-5 fill-none
  stroke-current stroke-2"><path d="M20 12H5m6-6-6 6 6 6"/></svg>`

interface Switch {
  name: string
  title: string
  text: string
  isLocked?: boolean
}

const switches: Switch[] = [
  {
    name: 'necessary',
    title: 'Cookie Necessari',
    text: 'Sempre attivi: ricordano questa scelta e ciò che stai scrivendo in un modulo.',
    isLocked: true,
  },
  {
    name: 'analytics',
    title: 'Google Analytics',
    text: `Statistiche di visita: quali pagine si aprono e da che tipo di dispositivo. Google le conserva ${analyticsMonths} mesi. Il sito ricorda da dove sei arrivato la prima volta, per ${visitDays} giorni.`,
  },
  {
    name: 'marketing',
    title: 'Marketing',
    text: 'Google può usare la visita per misurare e personalizzare gli annunci.',
  },
]

const row = ({ name, title, text, isLocked }: Switch) => `
<label class="flex items-start gap-4 py-3.5">
  <span class="flex-1">
    <span id="consenso-${name}" class="block font-semibold">${title}</span>
    <span id="consenso-${name}-nota" class="block text-ink-soft text-sm">${text}</span>
  </span>
  <input type="checkbox" role="switch" name="${name}" aria-labelledby="consenso-${name}"
    aria-describedby="consenso-${name}-nota"${isLocked ? ' checked disabled' : ''} class="consent-switch">
</label>`

/** Accept and refuse must have the same style and size, so that neither is favoured. */
export const dialogHtml = `
<dialog data-consent-dialog aria-labelledby="consenso-titolo"
  class="m-0 size-full max-h-none max-w-none overflow-y-auto overscroll-contain bg-transparent p-3 backdrop:bg-band/60 sm:p-6">
<div class="flex min-h-full items-end justify-center sm:items-center">
<div class="w-full max-w-xl animate-rise rounded-card border border-transparent bg-stone p-5 text-ink shadow-soft sm:p-7">
  <div class="flex items-start gap-4">
    <h2 id="consenso-titolo" tabindex="-1" class="flex-1 font-serif text-2xl outline-none">Gestione Cookie e Privacy</h2>
    <button type="button" data-action="leave" aria-label="Chiudi: solo cookie necessari"
      class="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-field text-2xl leading-none hover:bg-panel">
      <span aria-hidden="true">×</span>
    </button>
  </div>
  <div data-view="question">
    <p class="mt-2">Il sito funziona con i soli cookie necessari.</p>
    <p class="mt-1.5">Se accetti, usiamo anche Google Analytics per capire quali pagine sono utili, e i segnali di
      marketing di Google.</p>
    <div class="mt-5 grid gap-3 sm:grid-cols-2">
      <button type="button" data-action="all" class="${ink}">Accetta Tutti i Cookie</button>
      <button type="button" data-action="necessary" class="${ink}">Solo Cookie Necessari</button>
    </div>
    <button type="button" data-action="choices" class="${plain} mt-3 w-full">Gestisci Preferenze</button>
  </div>
  <div data-view="choices" hidden>
    <div class="mt-3 divide-y divide-line border-line border-y">${switches.map(row).join('')}</div>
    <button type="button" data-action="save" class="${ink} mt-5 w-full">Salva Preferenze</button>
    <div class="mt-3 grid grid-cols-2 gap-3">
      <button type="button" data-action="all" class="${plain}">Accetta Tutto</button>
      <button type="button" data-action="necessary" class="${plain}">Rifiuta Tutto</button>
    </div>
    <button type="button" data-action="question" class="${quiet} mt-1">${back}Torna Indietro</button>
  </div>
  <p class="mt-4 text-ink-soft text-sm">Chiudere con la X o con Esc equivale a «Solo Cookie Necessari».</p>
  <p class="mt-2 text-ink-soft text-sm">I tuoi diritti: puoi cambiare idea in ogni momento da «Impostazioni Cookie», in
    fondo a ogni pagina, e chiederci di vedere, correggere o cancellare i tuoi dati.</p>
  <div class="mt-2 flex flex-wrap items-center justify-between gap-x-6">
    <a href="/privacy-policy/#informativa" class="${quiet}">Privacy Policy</a>
    <a href="tel:" data-call class="${quiet}">Chiama ora</a>
  </div>
</div>
</div>
</dialog>`
