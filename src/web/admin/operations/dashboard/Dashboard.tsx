import { romanDay } from '../../../../kernel/romanDay.ts'
import { ListPriceFaults } from '../../../../modules/catalog/prices/contract.ts'
import {
  type Dashboard as Figured,
  ReadDashboard,
  ReadToday,
  type Today,
} from '../../../../modules/operations/dashboard/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { showFullDay } from '../../kit/format.ts'
import { originOf } from '../../kit/liveQueries.ts'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { UpdateButton } from '../../kit/UpdateButton.tsx'
import { useHeldRows } from '../../kit/useHeldRows.ts'
import { useIsInUse } from '../../kit/useIsInUse.ts'
import { Attention } from './Attention.tsx'
import { Drafts } from './Drafts.tsx'
import { Figures } from './Figures.tsx'
import { FourFigures } from './FourFigures.tsx'
import { OpenTrips } from './OpenTrips.tsx'
import { PriceFaults } from './PriceFaults.tsx'
import { Tasks } from './Tasks.tsx'
import { Trips } from './Trips.tsx'
import { Untold } from './Untold.tsx'
import { WaitingLeads } from './WaitingLeads.tsx'

/** A worker that stops sends no change, and a queue that waits sends none either. */
const everyMs = 60_000

/** First page of the panel: today's work, with four figures on top, most urgent first, and more figures below. */
export default function Dashboard() {
  const today = useQueryCall(ReadToday, {}, { everyMs })
  const figures = useQueryCall(ReadDashboard, {})
  return (
    <>
      <Title intro={showFullDay(romanDay(new Date()))}>Oggi</Title>
      <Answer of={today} rows={10}>
        {(work) => (
          <Answer of={figures} rows={10}>
            {(all) => (
              <>
                <FourFigures figures={all} />
                <Blocks today={work} figures={all} />
              </>
            )}
          </Answer>
        )}
      </Answer>
    </>
  )
}

function Blocks({ today, figures }: { today: Today; figures: Figured }) {
  const { waiting, trips, days, untold, openTrips, fleet, tasks, conditions } = today
  const { failures, drafts, newReviews, askedMails } = today
  const isHeld = useIsInUse()
  const { may } = useRights()
  // Shown only with rows. They wait, too, because they would move all other blocks.
  const optional = [...(untold.length > 0 ? ['untold'] : []), ...(openTrips.length > 0 ? ['openTrips'] : [])]
  const { shown, fresh, take } = useHeldRows(optional, (name) => name, {
    isHeld,
    origin: originOf(today),
  })
  const has = (name: string) => shown.some(({ id }) => id === name)
  return (
    <div className="grid gap-4 sm:gap-6">
      <UpdateButton isShown={fresh > 0} onPress={take}>
        Aggiorna
      </UpdateButton>
      <WaitingLeads waiting={waiting} late={figures.answers.late} isHeld={isHeld} />
      {has('untold') && <Untold untold={untold} days={days} isHeld={isHeld} />}
      {has('openTrips') && <OpenTrips trips={openTrips} days={days} isHeld={isHeld} />}
      <div className="grid items-start gap-4 sm:gap-6 xl:grid-cols-2">
        <Trips trips={trips} days={days} isHeld={isHeld} />
        <div className="grid gap-4 sm:gap-6">
          <Tasks tasks={tasks} isHeld={isHeld} />
          <Attention
            conditions={conditions}
            failures={failures}
            fleet={fleet}
            newReviews={newReviews}
            askedMails={askedMails}
            days={days}
            isHeld={isHeld}
            figures={figures}
          />
          <Drafts drafts={drafts} isHeld={isHeld} />
          {may(ListPriceFaults) && <PriceFaults isHeld={isHeld} />}
        </div>
      </div>
      <Figures figures={figures} />
    </div>
  )
}
