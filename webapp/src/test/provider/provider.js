// SPDX-License-Identifier: Apache-2.0
// A certified OpenID Connect provider with its own pages, for tests. Says its port, then takes a line of JSON at a time:
//   {issuer, redirectUris, accounts: {login: {claim: value}}, keys: [names], idTokenSeconds}
// and says 'configured'. The first key signs. An issuer that is null is its own address; another is that of a proxy before it. It ends with its input.
import {createServer} from 'node:http';
import {createInterface} from 'node:readline';
import {exportJWK, generateKeyPair} from 'jose';
import Provider from 'oidc-provider';

const keys = new Map();
let handle = (request, response) => response.writeHead(503).end();

async function key(name) {
  if (!keys.has(name)) {
    const {privateKey} = await generateKeyPair('RS256', {extractable: true});
    keys.set(name, {...(await exportJWK(privateKey)), kid: name, alg: 'RS256', use: 'sig'});
  }
  return keys.get(name);
}

async function configure(issuer, {redirectUris, accounts, keys: names, idTokenSeconds}) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'plateau',
        client_secret: process.env.CLIENT_SECRET,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: {keys: await Promise.all(names.map(key))},
    claims: {openid: ['sub'], profile: ['preferred_username', 'groups']},
    // The claims of a scope stand in the ID token, as with most providers.
    conformIdTokenClaims: false,
    cookies: {keys: ['of a test']},
    ttl: {IdToken: idTokenSeconds, AuthorizationCode: 60, Interaction: 600, Session: 600, Grant: 600, AccessToken: 60},
    async findAccount(context, id) {
      return accounts[id] && {accountId: id, claims: async () => ({sub: id, ...accounts[id]})};
    },
  });
  provider.proxy = !issuer.endsWith(`:${server.address().port}`);
  handle = provider.callback();
}

const server = createServer((request, response) => handle(request, response));
server.listen(0, '127.0.0.1', async () => {
  const {port} = server.address();
  console.log(`port ${port}`);
  for await (const line of createInterface({input: process.stdin})) {
    const settings = JSON.parse(line);
    await configure(settings.issuer ?? `http://localhost:${port}`, settings);
    console.log('configured');
  }
  process.exit(0);
});
