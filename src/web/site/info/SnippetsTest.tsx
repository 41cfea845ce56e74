import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { InfoHero } from './InfoHero.tsx'
import { SnippetsReport } from './SnippetsReport.tsx'
import { readSnippets, type Snippets } from './snippets.ts'

type State = { kind: 'loading' } | { kind: 'error'; message: string } | { kind: 'ready'; snippets: Snippets }

/** Shows the structured data of a test page as a search engine extracts it. */
export function SnippetsTest() {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const load = async () => {
    setState({ kind: 'loading' })
    try {
      setState({ kind: 'ready', snippets: await readSnippets() })
    } catch (error) {
      setState({ kind: 'error', message: error instanceof Error ? error.message : String(error) })
    }
  }
  const loadFirst = useEffectEvent(load)
  useEffect(() => void loadFirst(), [])

  return (
    <div data-app-now>
      <InfoHero eyebrow="Pagina di servizio" title="Test dei dati strutturati">
        <p className="mt-4 max-w-2xl text-lg">
          I dati che il sito offre ai motori di ricerca, letti da una pagina di prova come li leggono loro.
        </p>
        <p role="status" className="mt-6 flex items-center gap-2.5 text-lg">
          Stato: <Status state={state} />
        </p>
      </InfoHero>
      <div className="wrap py-10">
        {state.kind === 'error' && (
          <p className="mb-6 rounded-field border border-brick/40 bg-brick-pale p-3.5 wrap-anywhere">
            {state.message}
          </p>
        )}
        {state.kind === 'ready' && <SnippetsReport {...state.snippets} />}
        <Button
          look="plain"
          onClick={load}
          disabled={state.kind === 'loading'}
          className="mt-8 noscript:hidden"
        >
          Ripeti il test
        </Button>
        <noscript>
          <p>
            Il test richiede JavaScript. I dati si possono anche leggere nella{' '}
            <a href="/api/rich-snippets/test" className="text-sea underline">
              pagina di prova
            </a>
            .
          </p>
        </noscript>
      </div>
    </div>
  )
}

function Status({ state }: { state: State }) {
  if (state.kind === 'loading') return <span className="text-ink-soft">Caricamento…</span>
  const isGood = state.kind === 'ready'
  return (
    <strong
      className={`rounded-full px-3.5 py-0.5 font-semibold text-on-fill ${isGood ? 'bg-leaf' : 'bg-brick'}`}
    >
      {isGood ? 'Operativo' : 'Errore'}
    </strong>
  )
}
