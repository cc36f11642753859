import { RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Json, Vec3 } from '../../../src-preload/contract';
import type { ParamFacts } from '../../state/behaviors-store';
import { IconButton } from '../../ui/button';
import { Checkbox } from '../../ui/field';
import { NumberField } from '../../ui/number-field';
import { visibleText } from '../../ui/visible-text';
import { ColorControl, JsonControl, TextControl, VectorControl } from './controls';
import { labelOfName } from './component-schemas';
import styles from './inspector.module.css';
import { sliderStep } from './slider-step';

export interface ParamRowProps {
  readonly param: ParamFacts;
  /** What the scene sets; undefined where the code's own value counts. */
  readonly value: Json | undefined;
  /** null goes back to the code's own value. */
  readonly onCommit: (value: Json) => void;
}

/** One `param` of a behaviour, with the control that its type asks for and its doc as a tooltip. */
export function ParamRow({ param, value, onCommit }: ParamRowProps): ReactNode {
  const label = visibleText(labelOfName(param.name));
  const isSet = value !== undefined;
  const range = param.min === undefined || param.max === undefined ? '' : ` ${param.min} to ${param.max}.`;
  const about = `${param.doc ?? label}${/[.!?]$/.test(param.doc ?? '') ? '' : '.'}${range} The code says ${JSON.stringify(param.default)}.`;
  return (
    <div className={styles.param} data-set={isSet} title={about}>
      <span className={styles.label}>{label}</span>
      <Control param={param} label={label} value={value ?? param.default} onCommit={onCommit} />
      {isSet && (
        <IconButton
          label={`Set ${label} back to ${JSON.stringify(param.default)}`}
          icon={RotateCcw}
          size="small"
          onClick={() => onCommit(null)}
        />
      )}
    </div>
  );
}

function Control({
  param,
  label,
  value,
  onCommit,
}: Omit<ParamRowProps, 'value'> & { readonly label: string; readonly value: Json }): ReactNode {
  switch (param.type) {
    case 'number':
      return <NumberControl param={param} label={label} value={value} onCommit={onCommit} />;
    case 'bool':
      return <Checkbox bare label={label} checked={value === true} onChange={onCommit} />;
    case 'string':
      return <TextControl label={label} value={typeof value === 'string' ? value : ''} onCommit={onCommit} />;
    case 'color':
      return (
        <ColorControl
          label={label}
          value={typeof value === 'string' ? value : '#000000'}
          onCommit={onCommit}
        />
      );
    case 'vec':
      return <VectorControl label={label} value={vectorOf(value)} onCommit={(next) => onCommit([...next])} />;
    default:
      return <JsonControl label={label} value={value} onCommit={onCommit} />;
  }
}

function NumberControl({
  param: { min, max },
  label,
  value,
  onCommit,
}: Omit<ParamRowProps, 'value'> & { readonly label: string; readonly value: Json }): ReactNode {
  const [dragged, setDragged] = useState<number | null>(null);
  const present = typeof value === 'number' ? value : 0;
  const shown = dragged ?? present;
  const settle = (): void => {
    if (dragged !== null && dragged !== present) onCommit(dragged);
    setDragged(null);
  };
  const field = <NumberField label={label} value={shown} min={min} max={max} onCommit={onCommit} />;
  if (min === undefined || max === undefined) return field;
  return (
    <div className={styles.slider}>
      <input
        type="range"
        aria-label={`${label}, slider`}
        min={min}
        max={max}
        step={sliderStep(min, max)}
        value={shown}
        onChange={(event) => setDragged(Number(event.target.value))}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
      />
      {field}
    </div>
  );
}

function vectorOf(value: Json): Vec3 {
  const [x, y, z] = Array.isArray(value) ? (value as readonly Json[]) : [];
  const part = (one: Json | undefined): number => (typeof one === 'number' ? one : 0);
  return [part(x), part(y), part(z)];
}
