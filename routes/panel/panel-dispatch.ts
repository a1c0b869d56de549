import type { Answer } from '../answer.ts';
import { type Answering, type Arrival, dispatch } from '../dispatch.ts';
import { panelAnswer } from './panel-answer.ts';
import { type PanelSettings, readPanelOptions, type SchedulePanelOptions } from './panel-options.ts';

const API = /^\/api(?=\/|$)/;

/** Answers calls to the panel: its page, its files, and below ./api/ the API of the route table. Throws `invalid_options`. */
export function panelDispatch<Host>(options: SchedulePanelOptions<Host>): Answering<Host> {
  const settings = readPanelOptions(options);
  return async (arrival) => await answer(settings, arrival);
}

async function answer<Host>(settings: PanelSettings<Host>, arrival: Arrival<Host>): Promise<Answer | undefined> {
  const { facts, host } = arrival;
  if (settings.router === undefined || !API.test(facts.path)) return await panelAnswer(settings, facts);
  const path = facts.path.replace(API, '');
  return await dispatch(settings.router, { host, facts: { ...facts, atRoot: false, path: path === '' ? '/' : path } });
}
