import {
  IndexRoute,
  ListFamily,
  ListRoutes,
  ReadRoute,
  type StaffRoute,
} from '../../../../modules/catalog/routes/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { IndexBadge } from './IndexBadge.tsx'
import { barriers } from './indexLabels.ts'

type RouteIndexingProps = Pick<
  StaffRoute,
  'id' | 'indexing' | 'isIndexed' | 'isActive' | 'gateReasons' | 'distanceSource'
>

/** Shows whether a page is indexed or why not. A button exempts the page from the index gate or ends the exemption. */
export function RouteIndexing({ id, ...route }: RouteIndexingProps) {
  const { indexing, isIndexed, gateReasons, distanceSource } = route
  const turn = useCommandCall(IndexRoute, {
    done: (saved) =>
      saved.indexing === 'allowed' ? 'Pagina ammessa nei motori di ricerca' : 'Pagina rimandata al controllo',
    failed: 'Impossibile cambiare l’indicizzazione',
    renews: [ReadRoute.http, ListRoutes.http, ListFamily.http],
  })
  const isAllowed = indexing === 'allowed'
  return (
    <section
      aria-labelledby="indexing"
      className="mt-8 grid max-w-4xl gap-3 rounded-card border border-line p-4 sm:p-5"
    >
      <h2 id="indexing" className="font-semibold">
        Motori di ricerca <IndexBadge {...route} />
      </h2>
      {isAllowed ? (
        <p>La pagina è nella sitemap e i motori di ricerca possono mostrarla.</p>
      ) : isIndexed ? (
        <p>La pagina ha superato il controllo: testi propri, distanza verificata e prezzi.</p>
      ) : gateReasons === null ? (
        <p>Creata in blocco e non ancora controllata: resta fuori dai motori di ricerca.</p>
      ) : (
        <>
          <p>Creata in blocco, resta fuori dai motori di ricerca finché manca qualcosa:</p>
          <ul className="list-disc pl-5">
            {gateReasons.map((reason) => (
              <li key={reason}>{barriers[reason]}</li>
            ))}
          </ul>
        </>
      )}
      {!isAllowed && distanceSource === 'stima' && (
        <p className="text-ink-soft text-sm">La distanza è una stima: salvando la tratta la confermi.</p>
      )}
      <div>
        <Button
          look="plain"
          aria-busy={turn.isPending}
          disabled={turn.isPending}
          onClick={() => turn.mutate({ id, indexing: isAllowed ? 'gate' : 'allowed' })}
        >
          {isAllowed ? 'Rimanda al controllo' : 'Ammetti senza controllo'}
        </Button>
      </div>
    </section>
  )
}
