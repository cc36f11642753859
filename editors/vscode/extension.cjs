/** Starts `skywalker lsp` for Wander files. Definitions and scenes are followed too: they say what is around the code. */
'use strict';
const { workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

/** @type {import('vscode-languageclient/node').LanguageClient | undefined} */
let client;

exports.activate = () => {
  const command = workspace.getConfiguration('wander').get('command', 'skywalker');
  const server = { command, args: ['lsp'], transport: TransportKind.stdio };
  client = new LanguageClient('wander', 'Wander', server, {
    documentSelector: [
      { scheme: 'file', language: 'wander' },
      { scheme: 'untitled', language: 'wander' },
      { scheme: 'file', pattern: '**/*.tool.json' },
    ],
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
