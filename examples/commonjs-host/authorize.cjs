'use strict';

/** A real host looks at its session instead. */
const users = new Map([
  ['Bearer demo-operator', { id: 'demo-operator', name: 'Demo operator', mayOperate: true }],
  ['Bearer demo-viewer', { id: 'demo-viewer', name: 'Demo viewer', mayOperate: false }],
]);

/** Nobody without a token (401), and viewers change nothing (403). */
function authorize(req, { permission }) {
  const user = users.get(req.headers.authorization);
  if (user === undefined) return null;
  if (permission === 'operate' && !user.mayOperate) return { refused: true };
  return { id: user.id, name: user.name };
}

module.exports = { authorize };
