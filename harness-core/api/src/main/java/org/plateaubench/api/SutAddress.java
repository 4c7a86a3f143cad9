// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The address of a running SUT, as its service reports it. It may contain secrets and is therefore neither stored nor
 * logged. Immutable.
 *
 * @param name name of the SUT in the run file
 * @param service name of the service, such as {@code h2}
 * @param properties values by name, such as {@code url}, {@code user}, {@code password}, {@code host}, {@code port}
 */
public record SutAddress(String name, String service, Map<String, String> properties) {
    public SutAddress {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    }

    /**
     * The value of a property that must be present.
     *
     * @throws IllegalArgumentException when it is absent
     */
    public String property(String key) {
        String value = properties.get(key);
        if (value == null) {
            throw new IllegalArgumentException("SUT " + name + " (" + service + ") has no property " + key);
        }
        return value;
    }

    /** The names of the properties without their values, which may be secret. */
    @Override
    public String toString() {
        return name + " (" + service + ") " + properties.keySet();
    }
}
