/** Tabs, the line above a list, rows, pagers, marks: a list in each of its states. */
import '@parking/console/tables/table.css'
import { PlateChip } from '@parking/console/events/plate/plate-chip.tsx'
import { CursorPager } from '@parking/console/tables/cursor-pager.tsx'
import { Chosen } from '@parking/console/tables/filter-fields.tsx'
import { ListBar, type ListFilter } from '@parking/console/tables/list-bar.tsx'
import { Pager } from '@parking/console/tables/pager.tsx'
import { SearchField } from '@parking/console/tables/search-field.tsx'
import { TableSkeleton } from '@parking/console/tables/table-skeleton.tsx'
import { RangeButton } from '@parking/console/time/range/range-button.tsx'
import { Button } from '@parking/console/ui/button/button.tsx'
import { PageHeader } from '@parking/console/ui/page/page-header.tsx'
import { Tabs } from '@parking/console/ui/page/tabs.tsx'
import { Fact, Facts } from '@parking/console/ui/facts/facts.tsx'
import { Section } from '@parking/console/ui/section.tsx'
import { StatusTag } from '@parking/console/ui/status-tag.tsx'

const nothing = () => undefined
const plates = [
  ['AA12345', 'blue'],
  ['AD12345', 'green'],
  ['AB1234', 'yellow'],
  ['AC1234', 'white'],
  ['AE1234', 'black'],
  ['', 'unknown'],
] as const
const filter = (name: string, value: string, pinned = false): ListFilter => ({
  name,
  label: name,
  text: value || undefined,
  pinned,
  control: (id) => (
    <Chosen id={id} value={value} any="All" options={[{ value: 'one', label: 'one' }]} onChoose={nothing} />
  ),
  onDrop: nothing,
})
const words = { filters: 'Filters', filters_active: (n: number) => `Filters (${n})`, reset: 'Reset' }
const now = '2026-11-24 10:10:00'

export function Lists() {
  return (
    <>
      <PageHeader title="Title of a page" hint="What it is for" action={<Button>Refresh</Button>} />
      <Tabs
        label="Tabs"
        open="one"
        tabs={[
          { name: 'one', title: 'Open' },
          { name: 'two', title: 'Closed' },
        ]}
        onOpen={nothing}
      >
        <Section flush>
          <ListBar
            words={words}
            active={2}
            onReset={nothing}
            search={<SearchField label="Plate" placeholder="Plate" value="A1" hits="17" onSearch={nothing} />}
            range={
              <RangeButton
                value={{ start: '2026-11-01 00:00:00', end: '2026-11-24 23:59:59' }}
                now={now}
                presets={[]}
                onApply={nothing}
              />
            }
            filters={[filter('type', '', true), filter('state', 'one', true), filter('lot', 'one')]}
          />
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Plate</th>
                <th scope="col">State</th>
                <th scope="col" data-number="">
                  Number
                </th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>
                  <PlateChip number="AA12345" color="blue" />
                </td>
                <td>
                  <StatusTag tone="ok">Sent</StatusTag>
                </td>
                <td data-number="">1</td>
              </tr>
              <tr data-open="">
                <td>
                  <PlateChip number="AD12345" color="green" mark="12" />
                </td>
                <td>
                  <StatusTag tone="warn">Waits</StatusTag>
                </td>
                <td data-number="">20</td>
              </tr>
              <TableSkeleton columns={3} rows={2} />
            </tbody>
          </table>
          <p className="note" data-foot="">
            Times are of the device.
          </p>
          <Pager total={1234} page={3} pageSize={20} onPage={nothing} onPageSize={nothing} />
          <Pager total={undefined} page={1} pageSize={20} onPage={nothing} onPageSize={nothing} />
          <CursorPager
            total="More than 1,000"
            words={{ first_page: 'Newest', last_page: 'Oldest' }}
            previous={undefined}
            next="next"
            pageSize={20}
            onGo={nothing}
            onPageSize={nothing}
          />
        </Section>
      </Tabs>
      <div className="pair">
        <Section title="Facts">
          <Facts>
            <Fact name="Interface">eth0</Fact>
            <Fact name="Clock" note="±6 ms">
              As the platform
            </Fact>
            <Fact name="State">
              <StatusTag tone="ok">connected</StatusTag>
            </Fact>
            <Fact name="Fingerprint" wide code>
              4A:59:C3:EC:D7:43:97:CE:83:39:BA:9A
            </Fact>
          </Facts>
        </Section>
        <Section title="Figures">
          <Facts width="narrow" strong>
            <Fact name="Round trip">3 ms</Fact>
            <Fact name="Offset" tone="warn" note="limit 1 s">
              1.4 s
            </Fact>
          </Facts>
        </Section>
      </div>
      <Section title="Marks">
        <div className="samples">
          {(['ok', 'warn', 'bad', 'idle', 'info'] as const).map((tone) => (
            <StatusTag key={tone} tone={tone}>
              {tone}
            </StatusTag>
          ))}
        </div>
        <div className="samples">
          {plates.map(([number, color]) => (
            <PlateChip key={color} number={number} color={color} />
          ))}
          <PlateChip number="AA12345" color="blue" small />
        </div>
      </Section>
    </>
  )
}
