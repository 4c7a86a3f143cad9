// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The address of a SUT, as its service gives it once the SUT runs. May hold secrets, so it is neither stored nor
 * logged.
 *
 * @param name name of the SUT in the run file
 * @param service name of the service, such as {@code h2}
 * @param properties properties, for instance {@code url}, {@code user}, {@code password}, {@code host}, {@code port}
 */
public record SutAddress(String name, String service, Map<String, String> properties) {
    public SutAddress {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    }

    /**
     * A property that must be present.
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

    /** Names without values, since values may be secret. */
    @Override
    public String toString() {
        return name + " (" + service + ") " + properties.keySet();
    }
}
