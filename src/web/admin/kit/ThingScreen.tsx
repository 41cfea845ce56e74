import type { Static, TSchema } from '@sinclair/typebox'
import { Fragment, type ReactNode } from 'react'
import { useParams } from 'react-router'
import type { ById } from '../../../kernel/field.ts'
import type { Query } from '../../../kernel/message.ts'
import { useQueryCall } from './api.ts'
import { Answer } from './States.tsx'
import { Title } from './Title.tsx'

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
