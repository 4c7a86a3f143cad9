// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.provider;

import java.util.Set;

/**
 * The identity of a user as a provider states it. Immutable.
 *
 * @param issuer the provider's identifier
 * @param subject the provider's permanent identifier of the user
 * @param name the user's present name
 * @param values values of the claim that gives the role
 */
public record Identity(String issuer, String subject, String name, Set<String> values) {
    public Identity {
        values = Set.copyOf(values);
    }
}
