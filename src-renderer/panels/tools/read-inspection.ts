/** Reads what the engine's lifecycle tools answer. Lists that are missing count as empty; without a name or hash there is nothing to review. */
import type { JsonObject, TestRecord, ToolInspection } from '../../../src-preload/contract';
import { arrayOf, isObject, stringOf } from '../../state/read-json';

/** `tool_inspect`'s structured result. The engine holds it to its output schema; this guards what the page takes apart. */
export function readInspection(structured: JsonObject | undefined): ToolInspection | undefined {
  if (!structured || stringOf(structured['name']) === undefined || stringOf(structured['hash']) === undefined)
    return undefined;
  const inspection = structured as unknown as ToolInspection;
  const { approved } = inspection;
  return {
    ...inspection,
    // What is read and compared is all the code, with the files that it uses.
    ...codeOf(inspection),
    ...(isObject(approved) ? { approved: { ...approved, ...codeOf(approved) } } : {}),
    definition: isObject(structured['definition']) ? structured['definition'] : {},
    input_schema: isObject(structured['input_schema']) ? structured['input_schema'] : { type: 'object' },
    remarks: arrayOf(structured['remarks']).filter((remark) => typeof remark === 'string'),
    recent: Array.isArray(structured['recent']) ? inspection.recent : [],
    files: Array.isArray(structured['files']) ? inspection.files : [],
  };
}

function codeOf(of: { readonly code?: string; readonly full_code?: string }): { readonly code?: string } {
  const code = of.full_code ?? of.code;
  return code === undefined ? {} : { code };
}

/** `tool_test`'s records, whether it ran all tests, one, or a single dry call. */
export function readRecords(structured: JsonObject | undefined): readonly TestRecord[] {
  if (!structured) return [];
  const list = ['tests', 'results', 'records'].map((key) => structured[key]).find(Array.isArray);
  const records: readonly unknown[] = list ?? [structured];
  return records.filter(isObject).flatMap((record): TestRecord[] => {
    if (typeof record['ok'] !== 'boolean') return [];
    const known = record as unknown as TestRecord;
    return [
      {
        ...known,
        name: stringOf(record['name']) ?? '',
        ms: typeof record['ms'] === 'number' ? record['ms'] : 0,
        scene_changes: Array.isArray(record['scene_changes']) ? known.scene_changes : [],
      },
    ];
  });
}
