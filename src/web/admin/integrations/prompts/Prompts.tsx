import { useLocation } from 'react-router'
import {
  DeletePrompt,
  ListPrompts,
  type Prompt,
  type TextProvider,
} from '../../../../modules/integrations/prompts/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { CreateLink, listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { Empty } from '../../kit/States.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'
import { fieldTypeNames, providerIn, providerPages } from './promptLabels.ts'

/** List of the prompts of one provider. */
export default function Prompts() {
  const List = lists[providerIn(useLocation().pathname)]
  return <List />
}

const columnsOf = (provider: TextProvider): DataColumn<Prompt>[] => [
  {
    id: 'name',
    header: 'Nome',
    sort: 'name',
    cell: ({ id, name, isActive }) => (
      <span className="flex flex-wrap items-center gap-2">
        <RowLink to={adminPath(`${providerPages[provider].path}:id/`, { id })}>{name}</RowLink>
        {!isActive && <Badge tone="quiet">Inattivo</Badge>}
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
  thingActions({
    path: `${providerPages[provider].path}:id/`,
    name: ({ name }) => name,
    deletion: {
      command: DeletePrompt,
      title: ({ name }) => `Eliminare il prompt «${name}»?`,
      text: () => 'I testi già scritti restano.',
      done: 'Prompt eliminato',
      failed: 'Impossibile eliminare il prompt',
      renews: [ListPrompts.http],
    },
  }),
]

const lists = { openai: listOf('openai'), anthropic: listOf('anthropic') }

function listOf(provider: TextProvider) {
  const { name, path } = providerPages[provider]
  const create = { path: `${path}nuovo/`, label: 'Aggiungi Prompt' } as const
  return listScreen({
    title: name,
    intro: `I prompt con cui ${name} scrive i testi di tratte e località. La chiave sta in API Esterne.`,
    create,
    caption: `Prompt per ${name}`,
    query: ListPrompts,
    input: { provider },
    columns: columnsOf(provider),
    search: 'Cerca per nome o testo',
    filters: [{ field: 'fieldType', label: 'Categoria', choices: fieldTypeNames, all: 'tutte' }],
    empty: <Empty action={<CreateLink {...create} />}>Nessun prompt per {name}.</Empty>,
    emptyFiltered: 'Nessun prompt corrisponde alla ricerca',
  })
}
