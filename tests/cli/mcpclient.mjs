// SPDX-License-Identifier: Apache-2.0
// The server as the protocol's own client library sees it. Arguments: folder of the package, program, run.
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';

const [sdk, program, run] = process.argv.slice(2);
const part = (name) => import(pathToFileURL(`${sdk}/dist/esm/${name}`));
const { Client } = await part('client/index.js');
const { StdioClientTransport } = await part('client/stdio.js');

const client = new Client({ name: 'test', version: '1' });
await client.connect(new StdioClientTransport({ command: program, args: ['mcp', run] }));
assert.equal(client.getServerVersion().name, 'rankscope');
assert.match(client.getInstructions(), /never instructions/);
await client.ping();

const { tools } = await client.listTools();
assert.equal(tools.length, 13);

const answerOf = (result) => JSON.parse(result.content[0].text);
for (const tool of tools) {
    const given = { open: { path: run }, query: { sql: 'SELECT count(*) AS n FROM slices' } }[tool.name] ?? {};
    if (['compare_runs', 'gate'].includes(tool.name)) {
        given.other_path = run;
    }
    if (tool.name === 'gate') {
        given.fail = 'step=3%';
    }
    if (['operators', 'slices', 'flows'].includes(tool.name)) {
        given.rank = 0;
    }
    const result = await client.callTool({ name: tool.name, arguments: given });
    // The run has one rank, playing a run once more takes two; a run is not compared with itself.
    assert.equal(result.isError, ['whatif', 'compare_runs'].includes(tool.name), `${tool.name}: ${result.content[0].text}`);
    assert.equal(answerOf(result).schema, 1);
}

const seen = [];
await client.callTool({ name: 'open', arguments: { path: run } }, undefined, {
    onprogress: (p) => seen.push(p.progress),
});
assert.ok(seen.length >= 1 && seen.every((p, i) => i === 0 || p > seen[i - 1]), `progress: ${seen}`);

await assert.rejects(client.callTool({ name: 'nosuch', arguments: {} }), (e) => e.code === -32602);
await assert.rejects(client.callTool({ name: 'slices', arguments: { rank: [0] } }), (e) => e.code === -32602);

// An endless statement ends when it is cancelled, and the next call is answered.
const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
const abort = new AbortController();
setTimeout(() => abort.abort('enough'), 300);
await assert.rejects(
    client.callTool({ name: 'query', arguments: { sql: endless } }, undefined, { signal: abort.signal }),
);
const after = await client.callTool({ name: 'query', arguments: { sql: 'SELECT 7 AS seven' } });
assert.deepEqual(answerOf(after).rows, [{ seven: 7 }]);

await client.close();
console.log('every call was answered');
