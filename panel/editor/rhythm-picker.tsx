import type { JSX } from 'preact';
import { useWords } from '../words/speaking.ts';
import { cronOf, HOUR_STEPS, MINUTE_STEPS, type Rhythm, rhythmOf, turnedInto } from './rhythm.ts';

interface PickerProps {
  readonly cron: string;
  readonly onChange: (cron: string) => void;
}

const KINDS = ['minutes', 'hours', 'days', 'weekdays', 'months'] as const;

/** The common rhythms; always shows what the expression says, and writes the expression. */
export function RhythmPicker({ cron, onChange }: PickerProps): JSX.Element {
  const { say } = useWords();
  const rhythm = rhythmOf(cron);
  const take = (changed: Rhythm): void => {
    const text = cronOf(changed);
    if (text !== undefined) onChange(text);
  };
  return (
    <div class="rhythm">
      <label>
        {say('rhythm')}
        <select
          value={rhythm.kind}
          onChange={(event) => take(turnedInto(event.currentTarget.value as Rhythm['kind'], rhythm))}
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {say(`rhythm_${kind}`)}
            </option>
          ))}
          {rhythm.kind === 'custom' && <option value="custom">{say('rhythm_custom')}</option>}
        </select>
      </label>
      <RhythmParts rhythm={rhythm} onChange={take} />
    </div>
  );
}

interface PartsProps {
  readonly rhythm: Rhythm;
  readonly onChange: (rhythm: Rhythm) => void;
}

function RhythmParts({ rhythm, onChange }: PartsProps): JSX.Element | null {
  const { say } = useWords();
  switch (rhythm.kind) {
    case 'minutes':
      return <Steps steps={MINUTE_STEPS} value={rhythm.every} onChange={(every) => onChange({ ...rhythm, every })} />;
    case 'hours':
      return (
        <>
          <Steps steps={HOUR_STEPS} value={rhythm.every} onChange={(every) => onChange({ ...rhythm, every })} />
          <NumberBox
            label={say('at_minute')}
            value={rhythm.minute}
            most={59}
            onChange={(minute) => onChange({ ...rhythm, minute })}
          />
        </>
      );
    case 'weekdays':
      return (
        <>
          <Weekdays days={rhythm.days} onChange={(days) => onChange({ ...rhythm, days })} />
          <TimeBox {...rhythm} onChange={(time) => onChange({ ...rhythm, ...time })} />
        </>
      );
    case 'months':
      return (
        <>
          <MonthDay day={rhythm.day} onChange={(day) => onChange({ ...rhythm, day })} />
          <TimeBox {...rhythm} onChange={(time) => onChange({ ...rhythm, ...time })} />
        </>
      );
    case 'days':
      return <TimeBox {...rhythm} onChange={(time) => onChange({ ...rhythm, ...time })} />;
    default:
      return null;
  }
}

interface StepsProps {
  readonly steps: readonly number[];
  readonly value: number;
  readonly onChange: (step: number) => void;
}

function Steps({ steps, value, onChange }: StepsProps): JSX.Element {
  const { say } = useWords();
  return (
    <label>
      {say('every')}
      <select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {steps.map((step) => (
          <option key={step} value={step}>
            {step}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function NumberBox({ label, value, most, onChange }: NumberBoxProps): JSX.Element {
  const take = (text: string): void => {
    if (/^\d{1,2}$/.test(text) && Number(text) <= most) onChange(Number(text));
  };
  return (
    <label>
      {label}
      <input type="number" min={0} max={most} value={value} onInput={(event) => take(event.currentTarget.value)} />
    </label>
  );
}

interface TimeBoxProps {
  readonly hour: number;
  readonly minute: number;
  readonly onChange: (time: { readonly hour: number; readonly minute: number }) => void;
}

function TimeBox({ hour, minute, onChange }: TimeBoxProps): JSX.Element {
  const { say } = useWords();
  const text = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const take = (typed: string): void => {
    const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(typed) ?? [];
    if (hours !== undefined && minutes !== undefined) onChange({ hour: Number(hours), minute: Number(minutes) });
  };
  return (
    <label>
      {say('at_time')}
      <input type="time" required value={text} onInput={(event) => take(event.currentTarget.value)} />
    </label>
  );
}

function MonthDay({ day, onChange }: { readonly day: string; readonly onChange: (day: string) => void }): JSX.Element {
  const { say } = useWords();
  return (
    <label>
      {say('on_day')}
      <select value={day} onChange={(event) => onChange(event.currentTarget.value)}>
        {Array.from({ length: 31 }, (_, index) => (
          <option key={index} value={String(index + 1)}>
            {index + 1}
          </option>
        ))}
        <option value="L">{say('last_day')}</option>
      </select>
    </label>
  );
}

interface WeekdaysProps {
  readonly days: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

/** At least one day stays chosen. */
function Weekdays({ days, onChange }: WeekdaysProps): JSX.Element {
  const { locale, say } = useWords();
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const turn = (day: number): void => {
    const turned = days.includes(day) ? days.filter((other) => other !== day) : [...days, day];
    if (turned.length > 0) onChange(turned);
  };
  return (
    <div class="weekdays" role="group" aria-label={say('on_weekdays')}>
      {[1, 2, 3, 4, 5, 6, 0].map((day) => (
        <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => turn(day)}>
          {format.format(new Date(Date.UTC(2026, 1, 1 + day)))}
        </button>
      ))}
    </div>
  );
}
