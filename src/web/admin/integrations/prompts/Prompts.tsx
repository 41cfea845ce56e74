import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import {
  DeletePrompt,
  type FieldType,
  ListPrompts,
  type Prompt,
  type TextProvider,
} from '../../../../modules/integrations/prompts/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { Empty } from '../../kit/States.tsx'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { fieldTypeNames, providerIn, providerPages } from './promptLabels.ts'

/** List of the prompts of one provider. */
export default function Prompts() {
  const provider = providerIn(useLocation().pathname)
  return <List key={provider} provider={provider} />
}

function List({ provider }: { provider: TextProvider }) {
  const { name, path } = providerPages[provider]
  const address = useListAddress(['fieldType'])
  const { fieldType } = address.filters
  const prompts = useQueryCall(
    ListPrompts,
    {
      ...address.input,
      provider,
      ...(fieldType ? { fieldType: fieldType as FieldType } : {}),
    } as typeof ListPrompts.input.static,
    { keepPrevious: true },
  )
  const [deleting, setDeleting] = useState<Prompt | null>(null)
  const add = (
    <Link to={adminPath(`${path}nuovo/`)} className={buttonClass('sea')}>
      Aggiungi Prompt
    </Link>
  )
  const columns: DataColumn<Prompt>[] = [
    {
      id: 'name',
      header: 'Nome',
      sort: 'name',
      cell: (prompt) => (
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={adminPath(`${path}:id/`, { id: prompt.id })}
            className="font-medium text-sea-deep underline"
          >
            {prompt.name}
          </Link>
          {!prompt.isActive && <Badge tone="quiet">Inattivo</Badge>}
        </span>
      ),
    },
    {
      id: 'category',
      header: 'Categoria',
      sort: 'fieldType',
      cell: ({ category }) => fieldTypeNames[category],
    },
    {
      id: 'text',
      header: 'Testo',
      cell: ({ promptText, warnings }) => (
        <div className="max-w-2xl">
          <p className="line-clamp-2 whitespace-pre-line">{promptText}</p>
          {warnings.map((warning) => (
            <p key={warning} className="mt-1 text-[#6b4800] text-sm">
              {warning}
            </p>
          ))}
        </div>
      ),
    },
    actionsColumn((prompt) => (
      <ThingActions
        to={adminPath(`${path}:id/`, { id: prompt.id })}
        name={prompt.name}
        deletion={DeletePrompt}
        onDelete={() => setDeleting(prompt)}
      />
    )),
  ]

  return (
    <>
      <Title
        intro={`I prompt con cui ${name} scrive i testi di tratte e località. La chiave sta in API Esterne.`}
        actions={add}
      >
        {name}
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per nome o testo" address={address} />
        <ChoiceFilter
          label="Categoria"
          value={fieldType}
          choices={fieldTypeNames}
          all="tutte"
          onChoose={(value) => address.set({ fieldType: value })}
        />
      </FilterBar>
      <DataTable
        caption={`Prompt per ${name}`}
        columns={columns}
        of={prompts}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search || fieldType ? (
            'Nessun prompt corrisponde alla ricerca'
          ) : (
            <Empty action={add}>Nessun prompt per {name}.</Empty>
          )
        }
      />
      {deleting && (
        <DeleteConfirm
          command={DeletePrompt}
          id={deleting.id}
          title={`Eliminare il prompt «${deleting.name}»?`}
          done="Prompt eliminato"
          failed="Impossibile eliminare il prompt"
          renews={[ListPrompts.http]}
          onClose={() => setDeleting(null)}
        >
          I testi già scritti restano.
        </DeleteConfirm>
      )}
    </>
  )
}
