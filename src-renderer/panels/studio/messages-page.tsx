import { ArrowUp, Hash, MessageSquare, Reply, Send, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { JsonObject } from '../../../src-preload/contract';
import type { MessageView } from '../../state/studio-read';
import { changeStudio, markRead, readEarlierMessages, useStudio } from '../../state/studio-store';
import { showStudio, useStudioView } from '../../state/studio-view';
import { showError } from '../../state/toasts';
import { formatKeys } from '../../state/commands';
import { Badge } from '../../ui/badge';
import { Button, IconButton, LinkButton } from '../../ui/button';
import { TextInput } from '../../ui/field';
import { PlainText } from '../../ui/plain-text';
import { EmptyState } from '../../ui/state-view';
import { TimeText } from '../../ui/time-text';
import { visibleText } from '../../ui/visible-text';
import { Author } from './author';
import { Composer } from './composer';
import { listKeys } from './list-keys';
import styles from './studio.module.css';

const GENERAL = 'general';
const CHANNEL = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/** Channels at the left, what was said in one of them, and a field to say something. */
export function MessagesPage(): ReactNode {
  const channels = useStudio((state) => state.channels);
  const messages = useStudio((state) => state.messages);
  const open = useStudioView((state) => state.open.messages);
  const select = useStudioView((state) => state.select);
  const [thread, setThread] = useState<string | null>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  const names = [...new Set([GENERAL, ...channels.map(({ channel }) => channel), ...added])];
  const channel = open ?? names[0] ?? GENERAL;
  const unread = channels.find((one) => one.channel === channel)?.unread ?? 0;
  const shown = messages.filter((one) =>
    thread === null ? one.channel === channel : one.id === thread || one.thread === thread,
  );
  // As many may be unread as before, and others: what came while the ones before were marked.
  const last = shown.at(-1)?.id;
  useEffect(() => {
    if (unread > 0) void markRead(channel);
  }, [channel, unread, last]);
  const choose = (name: string): void => {
    select('messages', name);
    setThread(null);
  };
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <div
          role="listbox"
          aria-label="Channels"
          className={styles.options}
          onKeyDown={listKeys(names.length, (index) => choose(names[index] ?? GENERAL))}
        >
          {names.map((name) => {
            const count = channels.find((one) => one.channel === name)?.unread ?? 0;
            return (
              <div
                key={name}
                role="option"
                aria-selected={name === channel}
                tabIndex={name === channel ? 0 : -1}
                className={styles.option}
                onClick={() => choose(name)}
              >
                <Hash size={13} strokeWidth={2} aria-hidden />
                <span className={styles.grow}>{visibleText(name)}</span>
                {count > 0 && <span className={styles.count}>{count}</span>}
              </div>
            );
          })}
        </div>
        <NewChannel
          onAdd={(name) => {
            setAdded((before) => [...before, name]);
            choose(name);
          }}
        />
      </div>
      <section
        className={styles.talk}
        aria-label={thread === null ? `#${visibleText(channel)}` : 'Thread'}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || thread === null) return;
          event.stopPropagation();
          setThread(null);
        }}
      >
        {thread !== null && (
          <div className={styles.bar}>
            <h2 className={styles.grow}>Thread of {thread}</h2>
            <IconButton label="Back to the Channel" icon={X} size="small" onClick={() => setThread(null)} />
          </div>
        )}
        {shown.length === 0 ? (
          <EmptyState
            icon={MessageSquare}
            title={`Nothing was said in #${visibleText(channel)} yet`}
            text="What agents and you write to each other appears here. Agents send with studio_message_send; you write below."
          />
        ) : (
          <Talk key={thread ?? channel} messages={shown} onThread={setThread} inThread={thread !== null} />
        )}
        <MessageComposer
          channel={channel}
          replyTo={thread === null ? undefined : (shown.at(-1)?.id ?? thread)}
        />
      </section>
    </div>
  );
}

function Talk({
  messages,
  onThread,
  inThread,
}: {
  readonly messages: readonly MessageView[];
  readonly onThread: (id: string) => void;
  readonly inThread: boolean;
}): ReactNode {
  const earlier = useStudio((state) => state.earlier);
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const last = messages.at(-1)?.id;
  // Follows the end until one scrolls up.
  useLayoutEffect(() => {
    if (atEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  return (
    <div
      ref={box}
      className={styles.messages}
      role="log"
      aria-label="Messages"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        atEnd.current = scrollTop + clientHeight >= scrollHeight - 8;
      }}
    >
      {earlier && !inThread && (
        <Button size="small" variant="ghost" icon={ArrowUp} onClick={() => void readEarlierMessages()}>
          Show Earlier
        </Button>
      )}
      {messages.map((message, index) => (
        <Message
          key={message.id}
          message={message}
          again={index > 0 && isGoingOn(messages[index - 1], message)}
          replied={inThread ? undefined : messages.find(({ id }) => id === message.replyTo)}
          onThread={inThread ? undefined : () => onThread(message.thread ?? message.id)}
        />
      ))}
    </div>
  );
}

/** From the same author soon after: one heading for both. */
function isGoingOn(before: MessageView | undefined, message: MessageView): boolean {
  return (
    before?.from === message.from &&
    message.replyTo === undefined &&
    message.to.join() === before.to.join() &&
    Date.parse(message.at) - Date.parse(before.at) < 300_000
  );
}

function Message({
  message,
  again,
  replied,
  onThread,
}: {
  readonly message: MessageView;
  readonly again: boolean;
  readonly replied: MessageView | undefined;
  readonly onThread: (() => void) | undefined;
}): ReactNode {
  const { id, from, at, to, kind, task, feedback } = message;
  return (
    <article
      className={styles.message}
      data-again={again || undefined}
      aria-label={`${id} from ${visibleText(from)}`}
    >
      {!again && (
        <header className={styles.byline}>
          <Author by={from} />
          {to.length > 0 && <span className={styles.faint}>to {visibleText(to.join(', '))}</span>}
          <TimeText at={at} className={styles.faint} />
          {kind !== undefined && <Badge>{visibleText(kind.replaceAll('_', ' '))}</Badge>}
        </header>
      )}
      {replied !== undefined && (
        <p className={styles.quote}>
          <PlainText text={`${replied.from}: ${replied.text.slice(0, 160)}`} />
        </p>
      )}
      <div className={styles.said}>
        <PlainText text={message.text} lines="many" />
      </div>
      {(task !== undefined || feedback !== undefined || onThread !== undefined) && (
        <div className={styles.actions}>
          {task !== undefined && (
            <LinkButton onClick={() => showStudio('board', task)}>{visibleText(task)}</LinkButton>
          )}
          {feedback !== undefined && (
            <LinkButton onClick={() => showStudio('feedback', feedback)}>{visibleText(feedback)}</LinkButton>
          )}
          {onThread !== undefined && (
            <IconButton
              className={styles.quiet}
              label={message.thread === undefined ? `Reply to ${id}` : `Open the thread of ${id}`}
              icon={Reply}
              size="small"
              onClick={onThread}
            />
          )}
        </div>
      )}
    </article>
  );
}

function MessageComposer({
  channel,
  replyTo,
}: {
  readonly channel: string;
  readonly replyTo: string | undefined;
}): ReactNode {
  const send = async (text: string): Promise<boolean> => {
    const args: JsonObject = replyTo === undefined ? { text, channel } : { text, reply_to: replyTo };
    const result = await changeStudio('messages', 'studio_message_send', args);
    if (!result.ok) showError(result.error, 'The message was not sent');
    return result.ok;
  };
  const where = replyTo === undefined ? `#${visibleText(channel)}` : 'the thread';
  return (
    <Composer
      label={`Message to ${where}`}
      placeholder={`Message to ${where}; @name tells somebody`}
      onSend={send}
      button={{ variant: 'primary', icon: Send, tip: formatKeys('Mod+Enter'), children: 'Send' }}
    />
  );
}

function NewChannel({ onAdd }: { readonly onAdd: (name: string) => void }): ReactNode {
  const [name, setName] = useState('');
  const wanted = name.trim().replace(/^#/, '');
  const fits = CHANNEL.test(wanted);
  return (
    <form
      className={styles.foot}
      onSubmit={(event) => {
        event.preventDefault();
        if (!fits) return;
        onAdd(wanted);
        setName('');
      }}
    >
      <TextInput
        aria-label="New channel"
        placeholder="New channel"
        aria-invalid={(wanted !== '' && !fits) || undefined}
        title="Lowercase letters, digits, _ and -; Enter opens it"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </form>
  );
}
