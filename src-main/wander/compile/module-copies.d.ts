/** Another copy of the module before the query: it has what that has. */
declare module '*?copy';
