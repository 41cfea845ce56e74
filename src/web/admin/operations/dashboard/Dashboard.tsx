import { romanDay } from '../../../../kernel/romanDay.ts'
import { ListPriceFaults } from '../../../../modules/catalog/prices/contract.ts'
import { ReadDashboard, ReadToday } from '../../../../modules/operations/dashboard/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { showFullDay } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { Attention } from './Attention.tsx'
import { Drafts } from './Drafts.tsx'
import { Figures } from './Figures.tsx'
import { OpenTrips } from './OpenTrips.tsx'
import { PriceFaults } from './PriceFaults.tsx'
import { Tasks } from './Tasks.tsx'
import { Trips } from './Trips.tsx'
import { Untold } from './Untold.tsx'
import { useIsInUse } from './useIsInUse.ts'
import { WaitingLeads } from './WaitingLeads.tsx'

/** First page of the panel: today's work, most urgent first, and figures below. */
export default function Dashboard() {
  const today = useQueryCall(ReadToday, {})
  const figures = useQueryCall(ReadDashboard, {})
  const isHeld = useIsInUse()
  const { may } = useRights()
  return (
    <>
      <Title intro={showFullDay(romanDay(new Date()))}>Oggi</Title>
      <Answer of={today} rows={10}>
        {({ waiting, trips, days, untold, openTrips, fleet, tasks, failures, drafts, newReviews }) => (
          <Answer of={figures} rows={10}>
            {(all) => (
              <div className="grid gap-4 sm:gap-6">
                <WaitingLeads waiting={waiting} late={all.answers.late} isHeld={isHeld} />
                {untold.length > 0 && <Untold untold={untold} days={days} isHeld={isHeld} />}
                {openTrips.length > 0 && <OpenTrips trips={openTrips} days={days} isHeld={isHeld} />}
                <div className="grid items-start gap-4 sm:gap-6 xl:grid-cols-2">
                  <Trips trips={trips} days={days} isHeld={isHeld} />
                  <div className="grid gap-4 sm:gap-6">
                    <Tasks tasks={tasks} isHeld={isHeld} />
                    <Attention {...{ failures, fleet, newReviews, isHeld }} figures={all} />
                    <Drafts drafts={drafts} isHeld={isHeld} />
                    {may(ListPriceFaults) && <PriceFaults isHeld={isHeld} />}
                  </div>
                </div>
                <Figures figures={all} />
              </div>
            )}
          </Answer>
        )}
      </Answer>
    </>
  )
}
