import type { Static } from '@sinclair/typebox'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { useParams } from 'react-router'
import type { ById } from '../../../kernel/field.ts'
import type { Command, Query } from '../../../kernel/message.ts'
import { call } from '../../client.ts'
import { useQueryCall } from './api.ts'
import type { Description, FormDescription, Parts, Values } from './formDescription.ts'
import { type Rights, useRights } from './rights.ts'
import { Answer } from './States.tsx'
import { Editor } from './ThingForm.tsx'
import { Title } from './Title.tsx'

/** A text of the screen, which may differ between creating a row and editing one. */
type Words = string | { created: string; edited: string }

interface Thing<R extends Query, More> {
  /** Null while staff create a row. */
  row: Static<R['output']> | null
  /** Data that `With` loads. */
  more: More
}

/** Props of the fields of a form, and of the parts around it. */
export type Fields<C extends Command, R extends Query = Query, More = unknown, S = null> = Parts<
  C,
  Thing<R, More>,
  S
>

type Row<R extends Query> = { row: Static<R['output']> }

interface ThingScreenOptions<C extends Command, R extends Query<typeof ById>, More, S, Found>
  extends Omit<
    Description<C, Thing<R, More>, S, Found>,
    'command' | 'valuesOf' | 'schemaOf' | 'done' | 'failed' | 'save' | 'list'
  > {
  create: C
  change: Command
  read: R
  /** Values of a new row, or a hook that returns them. */
  initial: Values | ((more: More) => Values)
  /** Returns the values of the form from the row as read, if they are not the same. */
  valuesOf?: (row: Static<R['output']>) => Values
  /** Schema by which the form of a stored row validates, if it is not the input of `change`. */
  changeSchema?: Command['input']
  title: Words | { created: string; edited: (row: Static<R['output']>) => string }
  intro?: string | { created?: string; edited?: string }
  /** Buttons beside the title of a stored row. */
  TitleActions?: ComponentType<Row<R>>
  /** Label of the button that saves. */
  save: Words | ((parts: Fields<C, R, More, S>) => string)
  done: Words | ((saved: Static<C['output']>, before: Static<R['output']> | null) => string)
  failed: Words
  /** Screen that opens after a save or a cancellation. */
  list: Description<C, Thing<R, More>, S, Found>['list'] & {}
  /** Loads what the fields need before the form is shown, such as the choices of a `<select>`. */
  With?: (props: { children: (more: More) => ReactNode }) => ReactNode
  /** Returns whether staff may edit a stored row. Otherwise they see only the part above the form. */
  isEditable?: (row: Static<R['output']>, rights: Rights) => boolean
  /** Part above the form of a stored row, which staff also see without the form. */
  Details?: ComponentType<Row<R>>
}

/** Makes the screen that creates and edits a kind of row. */
export function thingScreen<
  C extends Command,
  R extends Query<typeof ById>,
  More = null,
  S = null,
  Found = null,
>(options: ThingScreenOptions<C, R, More, S, Found>): () => ReactNode {
  const description = descriptionOf(options)
  const place = options as object as Omit<PlaceProps, 'children'>
  return () => (
    <Place {...place}>
      {(row: Static<R['output']> | null) => <Parted {...options} description={description} row={row} />}
    </Place>
  )
}

type PartedProps<C extends Command, R extends Query<typeof ById>, More, S, Found> = Pick<
  ThingScreenOptions<C, R, More, S, Found>,
  'With' | 'isEditable' | 'Details'
> & {
  description: FormDescription<C, Thing<R, More>, S, Found>
  row: Static<R['output']> | null
}

/** The details of a row and its form. */
function Parted<C extends Command, R extends Query<typeof ById>, More, S, Found>(
  props: PartedProps<C, R, More, S, Found>,
) {
  const { With, isEditable, Details, description, row } = props
  const rights = useRights()
  const editor = (more: More) => <Editor of={description} props={{ row, more }} />
  const isHidden = row !== null && isEditable !== undefined && !isEditable(row, rights)
  return (
    <>
      {Details && row !== null && <Details row={row} />}
      {isHidden ? null : With ? <With>{editor}</With> : editor(null as More)}
    </>
  )
}

/** Returns the description of the form, which reads a stored row again to merge two saves. */
export function descriptionOf<C extends Command, R extends Query<typeof ById>, More, S, Found>(
  options: ThingScreenOptions<C, R, More, S, Found>,
) {
  const { create, change, read, initial, valuesOf = asRead, changeSchema, ...rest } = options
  const { done, failed, save, renews = [], ...same } = rest
  return {
    ...same,
    // The cast is safe: the schema of `change` has the fields of `create`, and also requires id and version.
    command: ({ row }: Thing<R, More>) => (row === null ? create : (change as C)),
    schemaOf: ({ row }: Thing<R, More>) => (row === null ? create.input : (changeSchema ?? change.input)),
    valuesOf: ({ row, more }: Thing<R, More>) =>
      row !== null ? valuesOf(row) : typeof initial === 'function' ? initial(more) : initial,
    readAgain: async ({ row }: Thing<R, More>) =>
      row && valuesOf(await call<Query>(read.http, { id: (row as { id: number }).id })),
    done: (saved: Static<C['output']>, { row }: Thing<R, More>) =>
      typeof done === 'function' ? done(saved, row) : wordsOf(done, row),
    failed: ({ row }: Thing<R, More>) => wordsOf(failed, row),
    save: (parts: Fields<C, R, More, S>) =>
      typeof save === 'function' ? save(parts) : wordsOf(save, parts.row),
    renews: [...renews, read.http],
  }
}

const asRead = (row: unknown) => row as Values

const wordsOf = (words: Words, row: unknown) =>
  typeof words === 'string' ? words : row === null ? words.created : words.edited

interface PlaceProps {
  read: Query<typeof ById>
  title: string | { created: string; edited: string | ((row: never) => string) }
  intro?: string | { created?: string; edited?: string }
  TitleActions?: ComponentType<{ row: never }>
  children: (row: never) => ReactNode
}

/** Reads the row that the URL names, and shows the title. A title with the name of the row waits for the row. */
function Place(props: PlaceProps) {
  const { id } = useParams()
  const { title, intro, children } = props
  if (id !== undefined) return <Existing key={id} {...props} id={Number(id)} />
  return (
    <Fragment key="new">
      <Title intro={typeof intro === 'string' ? intro : intro?.created}>
        {typeof title === 'string' ? title : title.created}
      </Title>
      {children(null as never)}
    </Fragment>
  )
}

function Existing({ read, id, title, intro, TitleActions, children }: PlaceProps & { id: number }) {
  const row = useQueryCall(read, { id }, { isUncached: true })
  const words = typeof title === 'string' ? title : title.edited
  const text = typeof words === 'string' ? words : row.data !== undefined && words(row.data as never)
  return (
    <>
      {text !== false && (
        <Title
          intro={typeof intro === 'string' ? intro : intro?.edited}
          actions={TitleActions && row.data !== undefined && <TitleActions row={row.data as never} />}
        >
          {text}
        </Title>
      )}
      <Answer of={row}>{(found) => children(found as never)}</Answer>
    </>
  )
}
