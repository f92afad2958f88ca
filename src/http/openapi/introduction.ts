import { guideLinks } from './guides';

/** What is true of every operation, in Markdown. */
export const INTRODUCTION = `
Every answer of the API has one envelope. A success is \`{"success":true,"data":…,"error":""}\`, a list has \`pagination\`
beside it. A failure is \`{"success":false,"data":null,"message":"…"}\`; one that comes from what the caller sent has every
fault in \`errors\`, each with its path. An unknown route answers 404, another method than those of a path 405 with
\`Allow\`, a request that is too slow 408, headers that are too large 431: all in the envelope.

**Order of checks.** Token, permission, rate, shape of the request, existence, precondition, rules. Without a good token
nobody learns what exists.

**Amounts** have up to 128 bits, and every digit counts. They are bare JSON integers in answers; read them with a parser
that keeps integers of any size. In requests, the same as a string of decimal digits is accepted too.

**Requests.** A body is JSON in UTF-8. Unknown fields are refused, unknown query parameters are ignored. Where a field is
optional, null counts as absent. A change is a JSON merge patch (RFC 7396).

**Concurrency.** An \`ETag\` names one state of a record. \`If-Match\` makes a change or deletion conditional on it (412),
\`If-None-Match\` a reading (304). HEAD works wherever GET does.

**Rate limits** apply to the relayers, one budget for each token.

**Guides.** ${guideLinks()}.
`.trim();
