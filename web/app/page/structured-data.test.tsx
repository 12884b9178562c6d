import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StructuredData, serializeForScript } from '../../ui/page/structured-data.tsx'

const hostile = {
  name: '</script><script>alert(1)</script><!--',
  description: 'a\u2028b\u2029c &lt; "quoted" \\ \u202e عربى 😀',
}

test('untrusted text cannot end the script element, and survives unchanged', () => {
  const html = renderToString(<StructuredData data={hostile} />)
  const [, json = ''] = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(hostile)
})

test('serializes to one line', () => {
  expect(serializeForScript(hostile).split(/[\n\r\u2028\u2029]/)).toHaveLength(1)
})
