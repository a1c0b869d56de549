import { expect } from 'chai';
import { cleanText, errorText } from '../../lib/ledger/error-text.ts';

class PaymentRefused extends Error {}

describe('errorText', () => {
  it('names the class of an error that has a name of its own', () => {
    expect(errorText(new TypeError('no folder'))).to.equal('TypeError: no folder');
  });

  it('names the class of an error that inherits its name', () => {
    expect(errorText(new PaymentRefused('card'))).to.equal('PaymentRefused: card');
  });

  it('names the class of an error that calls itself "error", as those of pg do', () => {
    class DatabaseError extends Error {
      override name = 'error';
    }
    expect(errorText(new DatabaseError('gone'))).to.equal('DatabaseError: gone');
  });

  it('describes what is no error', () => {
    expect([errorText('plain'), errorText({ a: 1 }), errorText(undefined), errorText(null)]).to.deep.equal([
      'Error: plain',
      'Error: {"a":1}',
      'Error: undefined',
      'Error: null',
    ]);
    expect([errorText(5n), errorText(Symbol('s'))]).to.deep.equal(['Error: [object BigInt]', 'Error: Symbol(s)']);
  });

  it('survives values that cannot be read', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const evil = new Error('x');
    Object.defineProperty(evil, 'message', {
      get: () => {
        throw new Error('no');
      },
    });
    expect(errorText(circular)).to.equal('Error: [object Object]');
    expect(errorText(evil)).to.equal('Error: an error that cannot be read');
  });

  it('drops NUL and broken surrogates and keeps 2000 characters', () => {
    expect(cleanText('a\0b')).to.equal('ab');
    expect(cleanText('a\ud800b')).to.equal('a\ufffdb');
    expect(cleanText('x'.repeat(5000))).to.have.length(2000);
    expect(cleanText(`${'x'.repeat(1999)}😀`).isWellFormed()).to.equal(true);
  });
});
