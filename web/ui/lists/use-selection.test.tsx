import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Selection, useSelection } from './use-selection.ts'

test('a selected row that can no longer be selected is not selected', () => {
  let selection: Selection | undefined
  function List() {
    selection = useSelection(['pending'])
    if (selection.selectedIds.length === 0) selection.select(['pending', 'cancelled'])
    return null
  }
  renderToStaticMarkup(<List />)
  expect(selection?.selectedIds).toEqual(['pending'])
  expect(['pending', 'cancelled'].map((id) => selection?.isSelected(id))).toEqual([true, false])
})
