import { UpIcon } from '../../ui/icons.tsx'

/** Fixed texts of the specification. */
const statistics = [
  ['65', 'production countries'],
  ['22.6K', 'total feedbacks'],
  ['34%', 'market share'],
  ['43.3K+', 'customers'],
  ['16%', 'company growth'],
]

/** The statistics, each above a dimension line as wide as its column. */
export function Statistics() {
  return (
    <section className="sec">
      <div className="wrap">
        <div className="head">
          <h2>Millions Trust Our Products</h2>
        </div>
        <ul className="stats">
          {statistics.map(([figure, name]) => (
            <li key={name} className="stat">
              <span className="stat-figure">{figure}</span>
              <span className="stat-line" aria-hidden="true" />
              <div>
                <b>{name}</b>
                <small>
                  <UpIcon />
                  more than last year
                </small>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
