// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.provider;

import java.util.Set;

/**
 * Whom a provider says that somebody is. Immutable.
 *
 * @param issuer what the provider calls itself
 * @param subject what it calls them, for ever
 * @param name what they are called today
 * @param values values of the claim that gives the role
 */
public record Identity(String issuer, String subject, String name, Set<String> values) {
    public Identity {
        values = Set.copyOf(values);
    }
}
