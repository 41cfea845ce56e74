import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { countOf } from '../../kit/format.ts'
import { Title } from '../../kit/Title.tsx'
import { PageChecks } from './PageChecks.tsx'
import { Sitemap } from './Sitemap.tsx'

export default function SearchConsole() {
  return (
    <>
      <Title intro="La sitemap comprende le pagine statiche, le destinazioni, le tratte e gli articoli pubblicati, con al massimo 50.000 indirizzi per file. Si aggiorna da sola a ogni modifica.">
        Search Console
      </Title>
      <div className="grid max-w-3xl gap-8">
        <Sitemap />
        <Snippets />
        <PageChecks />
      </div>
    </>
  )
}

function Snippets() {
  const page = useQuery({
    queryKey: ['rich-snippets'],
    queryFn: async () => {
      const reply = await fetch('/api/rich-snippets/test')
      const html = await reply.text()
      if (!reply.ok) throw new Error(`HTTP ${reply.status}: ${html}`)
      return schemasIn(html)
    },
  })
  const types = [...new Set(page.data?.map(({ type }) => type))]
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">Dati strutturati</h2>
      {page.error && (
        <p role="alert" className="text-brick">
          {page.error.message}
        </p>
      )}
      {page.data && (
        <>
          <p>
            {countOf(page.data.length, ['blocco', 'blocchi'])} di {countOf(types.length, ['tipo', 'tipi'])}:{' '}
            {types.join(', ')}.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look="plain" onClick={() => void copyText(page.data.map(({ text }) => text).join('\n'))}>
              Copia JSON-LD
            </Button>
            <ButtonLink
              look="plain"
              href={`https://search.google.com/test/rich-results?url=${encodeURIComponent(location.origin)}`}
              target="_blank"
              rel="noreferrer"
            >
              Verifica con Google
            </ButtonLink>
            <ButtonLink look="plain" href="https://validator.schema.org/" target="_blank" rel="noreferrer">
              Verifica con schema.org
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  )
}

function schemasIn(html: string): { type: string; text: string }[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  return [...page.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => {
    const text = textContent ?? ''
    const { '@type': type }: { '@type'?: string } = JSON.parse(text)
    return { type: String(type ?? 'sconosciuto'), text }
  })
}
