// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.provider;

import java.net.URI;

/**
 * A sign-in that was begun: where the browser goes, and what the console remembers until it comes back. Immutable. Its text
 * has no secret.
 *
 * @param address page of the provider
 * @param state must come back with the browser
 * @param nonce must stand in the ID token
 * @param verifier shows to the provider that who redeems the code is who asked for it (PKCE)
 */
public record Begun(URI address, String state, String nonce, String verifier) {
    @Override
    public String toString() {
        return "Begun[]";
    }
}
