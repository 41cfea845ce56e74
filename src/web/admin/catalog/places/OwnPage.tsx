import { slugOf } from '../../../../kernel/slug.ts'

/** States the conditions for a place to have a page, and links to the page if there is one. */
export function OwnPage({ place }: { place: { name: string; hasPage: boolean } | null }) {
  return (
    <p className="text-ink-soft">
      Con un testo e almeno una tratta attiva la località ha una pagina sul sito; da 100 parole in tutto, non
      uguali a quelle di un’altra, entra anche nella sitemap.{' '}
      {place?.hasPage && (
        <a
          href={`/destinazioni/${slugOf(place.name)}/`}
          target="_blank"
          rel="noopener"
          className="text-sea-deep underline"
        >
          Apri la pagina sul sito
        </a>
      )}
    </p>
  )
}
