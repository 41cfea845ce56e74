import type { Static, TSchema } from '@sinclair/typebox'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useParams } from 'react-router'
import type { ById } from '../../../kernel/field.ts'
import type { Command, Query } from '../../../kernel/message.ts'
import type { PlainPath } from './adminPath.ts'
import { useQueryCall } from './api.ts'
import { Form } from './Form.tsx'
import { Answer } from './States.tsx'
import { Title } from './Title.tsx'
import type { ContractForm } from './useContractForm.ts'
import { useThingForm } from './useThingForm.ts'

/** A text of the screen, which may differ between creating a row and editing one. */
type Words = string | { created: string; edited: string }

/** Props of the fields of a form. `row` is null while staff create a row. `With` loads `more`. */
export interface Fields<C extends Command, R extends Query = Query, More = unknown> {
  form: ContractForm<Static<C['input']> & FieldValues>
  row: Static<R['output']> | null
  more: More
}

interface ThingScreenOptions<C extends Command, R extends Query<typeof ById>, More> {
  create: C
  change: Command
  read: R
  /** Values of a new row, or a hook that returns them. */
  initial: Record<string, unknown> | (() => Record<string, unknown>)
  /** Returns the values of the form from the row as read, if they are not the same. */
  valuesOf?: (row: Static<R['output']>) => Static<R['output']>
  title: Words
  intro?: Words
  /** Label of the button that saves. */
  save: Words
  done: Words
  failed: Words
  /** Screen that opens after a save or a cancellation. */
  list: PlainPath
  /** Returns the path that opens after a save instead of `list`. */
  pathAfter?: (saved: Static<C['output']>) => string
  /** Queries that a save makes outdated, besides `read`. */
  renews: string[]
  /** Loads what the fields need before the form is shown, such as the choices of a `<select>`. */
  With?: (props: { children: (more: More) => ReactNode }) => ReactNode
  Fields: ComponentType<Fields<C, R, More>>
  /** Part beside the form, such as a preview. */
  Beside?: ComponentType<Fields<C, R, More>>
  /** Further buttons of the form. */
  Actions?: ComponentType<{ row: Static<R['output']> }>
  /** Part below the form of a stored row. */
  Below?: ComponentType<{ row: Static<R['output']> }>
}

/** Makes the screen that creates and edits a kind of row. */
export function thingScreen<C extends Command, R extends Query<typeof ById>, More = null>(
  options: ThingScreenOptions<C, R, More>,
): () => ReactNode {
  const { read, title, intro, Below } = options
  const of = (words: Words) => ({ created: wordsOf(words, null), edited: wordsOf(words, {}) })
  return () => (
    <ThingScreen
      read={read as Query<typeof ById>}
      titles={of(title)}
      {...(intro ? { intros: of(intro) } : {})}
    >
      {(row: Static<R['output']> | null) => (
        <>
          <Loaded {...options} row={row} />
          {Below && row !== null && <Below row={row} />}
        </>
      )}
    </ThingScreen>
  )
}

type Props<C extends Command, R extends Query<typeof ById>, More> = ThingScreenOptions<C, R, More>

type Row<R extends Query> = { row: Static<R['output']> | null }

function Loaded<C extends Command, R extends Query<typeof ById>, More>(props: Props<C, R, More> & Row<R>) {
  const { With } = props
  if (With) return <With>{(more) => <Editor {...props} more={more} />}</With>
  return <Editor {...props} more={null as More} />
}

function Editor<C extends Command, R extends Query<typeof ById>, More>(
  props: Props<C, R, More> & Row<R> & { more: More },
) {
  const { create, change, read, row, initial, valuesOf, save, done, failed, list, renews, more } = props
  const { Fields, Actions, Beside, pathAfter } = props
  const { form, leave } = useThingForm({
    create,
    change,
    read,
    row: row !== null && valuesOf ? valuesOf(row) : row,
    initial: typeof initial === 'function' ? initial() : initial,
    done: wordsOf(done, row),
    failed: wordsOf(failed, row),
    list,
    ...(pathAfter ? { pathAfter } : {}),
    renews: [...renews, read.http],
  })
  const fields = { form, row, more }
  const main = (
    <Form
      form={form}
      save={wordsOf(save, row)}
      onCancel={leave}
      actions={Actions && row !== null && <Actions row={row} />}
    >
      <Fields {...fields} />
    </Form>
  )
  if (!Beside) return main
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {main}
      <Beside {...fields} />
    </div>
  )
}

const wordsOf = (words: Words, row: unknown) =>
  typeof words === 'string' ? words : row === null ? words.created : words.edited

interface ThingScreenProps<O extends TSchema> {
  read: Query<typeof ById, O>
  titles: { created: string; edited: string }
  intros?: { created: string; edited: string }
  /** Renders the form. `row` is null while staff create a row. */
  children: (row: Static<O> | null) => ReactNode
}

/** Screen with a form that creates or edits a row. `useThingForm` can build such a form. */
export function ThingScreen<O extends TSchema>(props: ThingScreenProps<O>) {
  const { id } = useParams()
  const { titles, intros, children } = props
  if (id !== undefined) return <Existing key={id} {...props} id={Number(id)} />
  return (
    <Fragment key="new">
      <Title intro={intros?.created}>{titles.created}</Title>
      {children(null)}
    </Fragment>
  )
}

function Existing<O extends TSchema>({
  read,
  id,
  titles,
  intros,
  children,
}: ThingScreenProps<O> & { id: number }) {
  const row = useQueryCall(read, { id }, { isUncached: true })
  return (
    <>
      <Title intro={intros?.edited}>{titles.edited}</Title>
      <Answer of={row}>{children}</Answer>
    </>
  )
}
