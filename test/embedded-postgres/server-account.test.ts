import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeOwnDirectory, placeOfData, unprivilegedAccount } from '../../examples/embedded-postgres/server-account.ts';

const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';

describe('the account of the embedded server', () => {
  it('is postgres where there is one', () => {
    const passwd = `root:x:0:0:root:/root:/bin/bash\n${nobody}\npostgres:x:101:104::/var/lib/postgresql:/bin/bash\n`;
    expect(unprivilegedAccount(passwd)).to.deep.equal({ uid: 101, gid: 104 });
  });

  it('is nobody otherwise, and a sentence where there is none', () => {
    expect(unprivilegedAccount(`${nobody}\n`)).to.deep.equal({ uid: 65534, gid: 65533 });
    expect(() => unprivilegedAccount('root:x:0:0:root:/root:/bin/bash\n')).to.throw(/DATABASE_URL/);
  });

  it('has its data where it was told to, or else below /var/tmp, one place for each data directory', () => {
    const drop = { uid: 65534, gid: 65534 };
    expect(placeOfData('/root/app/.data', { enter: [] })).to.equal('/root/app/.data');
    expect(placeOfData('/root/app/.data', { enter: [], drop })).to.match(/^\/var\/tmp\/worker-schedules-[0-9a-f]{16}$/);
    expect(placeOfData('/a', { enter: [], drop })).not.to.equal(placeOfData('/b', { enter: [], drop }));
  });

  it('refuses a link that somebody has laid in the public directory', () => {
    const parent = mkdtempSync(join(tmpdir(), 'public-'));
    symlinkSync(tmpdir(), join(parent, 'laid'));
    expect(() => makeOwnDirectory(join(parent, 'laid'), 0o711)).to.throw(/remove it/);
    rmSync(parent, { recursive: true });
  });
});
