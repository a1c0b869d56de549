import type { NextFunction, Request, Response } from 'express';
import { say } from './say.ts';

/** Says every call that may have changed something, and how it was answered. */
export function sayChanges(request: Request, response: Response, next: NextFunction): void {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
    const call = `${request.method} ${request.originalUrl}`;
    response.once('finish', () => say('web', `${call} answered ${response.statusCode}`));
  }
  next();
}
