// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.provider;

import java.net.URI;

/**
 * A sign-in that was begun: the address for the browser, and what the console stores until the browser returns.
 * Immutable. Its text has no secret.
 *
 * @param address page of the provider
 * @param state value that the browser must bring back
 * @param nonce value that the ID token must contain
 * @param verifier proves to the provider that the client redeeming the code requested it (PKCE)
 */
public record StartedSignIn(URI address, String state, String nonce, String verifier) {
    @Override
    public String toString() {
        return "StartedSignIn[]";
    }
}
