import { ImageOff } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Dialog } from './dialog';
import { readPicture, type ReadPicture } from './picture-data';
import styles from './pictures.module.css';

const MOST = 24;

/** As a tool gave it. */
export interface Picture {
  /** Base64. */
  readonly data: string;
}

export interface PicturesProps {
  readonly pictures: readonly Picture[];
  /** What they are of: the tool's name. */
  readonly label: string;
}

/** Pictures of a result, small; a click shows one large. */
export function Pictures({ pictures, label }: PicturesProps): ReactNode {
  const [large, setLarge] = useState<number | null>(null);
  const shown = useMemo(() => readAll(pictures), [pictures]);
  const one = large === null ? undefined : shown[large];
  return (
    <div className={styles.list}>
      {shown.map(({ read, url }, index) =>
        read.ok && url !== undefined ? (
          <button
            key={index}
            type="button"
            className={styles.thumbnail}
            aria-label={`Show picture ${index + 1} of ${label}`}
            title={sizeOf(read)}
            onClick={() => setLarge(index)}
          >
            <img src={url} alt="" decoding="async" />
          </button>
        ) : (
          <p key={index} className={styles.refused}>
            <ImageOff size={14} strokeWidth={1.75} aria-hidden />
            Picture {index + 1} {read.ok ? 'can’t be shown' : read.problem}.
          </p>
        ),
      )}
      {pictures.length > MOST && <p className={styles.refused}>and {pictures.length - MOST} more</p>}
      <Dialog
        open={one !== undefined}
        onClose={() => setLarge(null)}
        width="64rem"
        title={`Picture ${(large ?? 0) + 1} of ${label}`}
        text={one?.read.ok === true ? sizeOf(one.read) : undefined}
      >
        {one?.url !== undefined && (
          <img className={styles.large} src={one.url} alt={`Picture ${(large ?? 0) + 1} of ${label}`} />
        )}
      </Dialog>
    </div>
  );
}

/** With the address of each that may be shown. */
function readAll(pictures: readonly Picture[]): readonly { read: ReadPicture; url: string | undefined }[] {
  return pictures.slice(0, MOST).map(({ data }) => {
    const read = readPicture(data);
    return { read, url: read.ok ? `data:${read.facts.type};base64,${data.replace(/\s/g, '')}` : undefined };
  });
}

function sizeOf({ facts }: Extract<ReadPicture, { ok: true }>): string {
  return `${facts.width} × ${facts.height} ${facts.type.slice('image/'.length).toUpperCase()}`;
}
