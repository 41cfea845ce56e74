import { useState } from 'react'
import { Link } from 'react-router'
import { DeletePhoto, ListPhotos, type StaffPhoto } from '../../../../modules/content/photos/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

export default function Photos() {
  const address = useListAddress()
  const photos = useQueryCall(ListPhotos, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<StaffPhoto | null>(null)
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
      cell: ({ id, spot }) => (
        <Link to={adminPath('foto/:id/', { id })} className="font-medium text-sea-deep underline">
          {spot}
        </Link>
      ),
    },
    { id: 'alt', header: 'Descrizione', cell: ({ alt }) => alt },
    { id: 'author', header: 'Autore e licenza', cell: ({ author, licence }) => `${author}, ${licence}` },
    actionsColumn((photo) => (
      <ThingActions
        to={adminPath('foto/:id/', { id: photo.id })}
        name={photo.alt}
        deletion={DeletePhoto}
        onDelete={() => setDeleting(photo)}
      />
    )),
  ]

  return (
    <>
      <Title
        intro="Le foto dell’azienda, dei veicoli, degli autisti e dei luoghi. Dove non c’è una foto il sito mostra disegni e mappe."
        actions={
          <Link to={adminPath('foto/nuova/')} className={buttonClass('sea')}>
            Aggiungi foto
          </Link>
        }
      >
        Foto
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per descrizione, autore o luogo" address={address} />
      </FilterBar>
      <DataTable
        caption="Foto del sito"
        columns={columns}
        of={photos}
        rowId={({ id }) => id}
        address={address}
        empty={address.search ? 'Nessuna foto corrisponde alla ricerca' : 'Nessuna foto: aggiungi la prima'}
      />
      {deleting && (
        <DeleteConfirm
          command={DeletePhoto}
          id={deleting.id}
          title={`Eliminare la foto «${deleting.alt}»?`}
          done="Foto eliminata"
          failed="Impossibile eliminare la foto"
          renews={[ListPhotos.http]}
          onClose={() => setDeleting(null)}
        >
          {deleting.shownAs === 'none'
            ? 'Nessuna pagina la mostra.'
            : `Appare qui: ${deleting.spot}. Al suo posto torna ciò che il sito mostra senza foto.`}
        </DeleteConfirm>
      )}
    </>
  )
}
