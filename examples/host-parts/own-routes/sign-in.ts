import { memberNames } from '../access-of.ts';
import { panelPath } from '../mount-path.ts';

/** A page of the host's own, in no framework's terms. */
export interface OwnPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** Where somebody signs in. */
export const signInPath = '/sign-in';

const links = memberNames.map((name) => `<li><a href="${signInPath}?as=${name}">${name}</a></li>`).join('');

/** `GET /sign-in`: chooses who one is, and `?as=` is that one. A real host has its own in this place. */
export function signIn(as: unknown): OwnPage {
  if (typeof as === 'string' && memberNames.includes(as)) {
    const cookie = `member=${as}; Path=/; HttpOnly; SameSite=Lax`;
    return { status: 303, headers: { Location: `${panelPath}/`, 'Set-Cookie': cookie }, html: '' };
  }
  const html = `<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in as</h1><ul>${links}</ul></html>`;
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, html };
}
