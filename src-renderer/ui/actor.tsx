import { Bot, CircleQuestionMark, Cog, SquareTerminal, UserRound } from 'lucide-react';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { actorLook } from './actor-look';
import styles from './actor.module.css';
import { visibleText } from './visible-text';

const ICONS = {
  user: UserRound,
  terminal: SquareTerminal,
  engine: Cog,
  agent: Bot,
  nobody: CircleQuestionMark,
};

/** Who did it: an icon for the kind of actor, its name, its colour. */
export const Actor = memo(function Actor({ actor }: { readonly actor: string }): ReactNode {
  const look = actorLook(actor);
  const Icon = ICONS[look.kind];
  return (
    <span
      className={styles.actor}
      style={{ '--hue': `var(--actor-${look.hue})` } as CSSProperties}
      title={visibleText(actor)}
    >
      <Icon size={13} strokeWidth={2} aria-hidden />
      <bdi className={styles.name}>
        {visibleText(look.name)}
        {look.sub !== undefined && <span className={styles.sub}>/{visibleText(look.sub)}</span>}
      </bdi>
    </span>
  );
});
