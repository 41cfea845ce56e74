import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copyText.ts'
import type { Snippets } from './snippets.ts'

const validators = [
  { name: 'Test dei risultati avanzati di Google', href: 'https://search.google.com/test/rich-results' },
  { name: 'Validatore di schema.org', href: 'https://validator.schema.org/' },
  { name: 'Google Search Console', href: 'https://search.google.com/search-console' },
]

export function SnippetsReport({ types, preview, html, jsonLd }: Snippets) {
  return (
    <div className="grid gap-10">
      <dl className="grid gap-6 sm:grid-cols-[12rem_1fr]">
        <div>
          <dt className="text-ink-soft">Schemi trovati</dt>
          <dd className="figures font-serif text-5xl">{types.length}</dd>
        </div>
        <div>
          <dt className="text-ink-soft">Tipi</dt>
          <dd>
            <ul className="mt-2 flex flex-wrap gap-2">
              {[...new Set(types)].map((type) => (
                <li
                  key={type}
                  className="rounded-full border border-line bg-card px-3 py-1 font-medium text-sm"
                >
                  {type}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      <Text title="Anteprima" text={preview} />
      <Text title="JSON-LD" text={jsonLd} />
      <Text title="HTML" text={html} />
      <section>
        <h2 className="text-2xl">Convalida</h2>
        <ul className="mt-2">
          {validators.map(({ name, href }) => (
            <li key={href}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-11 items-center text-sea underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-2xl">{title}</h2>
        <Button look="plain" onClick={() => copyText(text)} aria-label={`Copia ${title}`}>
          Copia
        </Button>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box.
        tabIndex={0}
        className="mt-3 max-h-80 overflow-auto whitespace-pre-wrap rounded-card border border-line bg-card p-4 text-sm
          wrap-anywhere"
      >
        {text}
      </pre>
    </section>
  )
}
