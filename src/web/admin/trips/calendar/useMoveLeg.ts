import { useQueryClient } from '@tanstack/react-query'
import type { CalendarEntry } from '../../../../modules/trips/calendar/contract.ts'
import { call } from '../../../client.ts'
import { toast } from '../../../ui/toast.ts'
import { renew, sentenceOf } from '../../kit/api.ts'
import { showFullDay } from '../../kit/format.ts'
import { leadAnswers } from '../../leads/inbox/leadAnswers.ts'
import { changeOf } from '../../leads/inbox/leadCalls.ts'
import { leaveIfOut } from '../../session.ts'

export type MoveLeg = (entry: CalendarEntry, to: { date: string; time?: string }) => Promise<boolean>

/** Moves one leg and returns whether this succeeded. The server refuses to overwrite another user's change. */
export function useMoveLeg(): MoveLeg {
  const client = useQueryClient()
  return async ({ kind, id, leg, updatedAt }, { date, time }) => {
    const { http } = changeOf(kind)
    const where =
      leg === 'andata'
        ? { date, ...(time === undefined ? {} : { time }) }
        : { returnDate: date, ...(time === undefined ? {} : { returnTime: time }) }
    try {
      await call<ReturnType<typeof changeOf>>(http, { id, updatedAt, ...where })
      toast({ title: 'Viaggio spostato', text: [showFullDay(date), time].filter(Boolean).join(', ') })
      return true
    } catch (error) {
      leaveIfOut(error)
      toast({ title: 'Impossibile spostare il viaggio', text: sentenceOf(error), tone: 'destructive' })
      return false
    } finally {
      await renew(client, leadAnswers)
    }
  }
}
