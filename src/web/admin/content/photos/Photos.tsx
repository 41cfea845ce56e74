import { Link } from 'react-router'
import { DeletePhoto, ListPhotos, type StaffPhoto } from '../../../../modules/content/photos/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'

const columns: DataColumn<StaffPhoto>[] = [
  {
    id: 'picture',
    header: 'Foto',
    cell: ({ id, picture, alt, width, height }) => (
      <Link to={adminPath('foto/:id/', { id })} className="block w-28">
        <img
          src={picture}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          className="aspect-3/2 w-full rounded-field object-cover"
        />
      </Link>
    ),
  },
  {
    id: 'shownAs',
    header: 'Dove appare',
    sort: 'shownAs',
    cell: ({ id, spot }) => <RowLink to={adminPath('foto/:id/', { id })}>{spot}</RowLink>,
  },
  { id: 'alt', header: 'Descrizione', cell: ({ alt }) => alt },
  { id: 'author', header: 'Autore e licenza', cell: ({ author, licence }) => `${author}, ${licence}` },
  thingActions({
    path: 'foto/:id/',
    name: ({ alt }) => alt,
    deletion: {
      command: DeletePhoto,
      title: ({ alt }) => `Eliminare la foto «${alt}»?`,
      text: ({ shownAs, spot }) =>
        shownAs === 'none'
          ? 'Nessuna pagina la mostra.'
          : `Appare qui: ${spot}. Al suo posto torna ciò che il sito mostra senza foto.`,
      done: 'Foto eliminata',
      failed: 'Impossibile eliminare la foto',
      renews: [ListPhotos.http],
    },
  }),
]

export default listScreen({
  title: 'Foto',
  intro:
    'Le foto dell’azienda, dei veicoli, degli autisti e dei luoghi. Dove non c’è una foto il sito mostra disegni e mappe.',
  create: { path: 'foto/nuova/', label: 'Aggiungi foto' },
  caption: 'Foto del sito',
  query: ListPhotos,
  columns,
  search: 'Cerca per descrizione, autore o luogo',
  empty: 'Nessuna foto: aggiungi la prima',
  emptyFiltered: 'Nessuna foto corrisponde alla ricerca',
})
