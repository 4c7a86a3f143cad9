// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class MappingValues {
    public static final MappingValues NONE = new MappingValues(Map.of());

    private final Map<String, Object> values;

    /** Creates them from values by the names of their keys, each of the type of its key. */
    public MappingValues(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    @SuppressWarnings("unchecked") // The value has the type of its key.
    public <T> @Nullable T get(Key<T> key) {
        return (T) values.get(key.name());
    }

    public <T> T or(Key<T> key, T other) {
        T value = get(key);
        return value == null ? other : value;
    }

    public <T> T orDefault(Key<T> key) {
        T value = key.defaultValue();
        if (value == null) {
            throw new IllegalArgumentException(key.name() + " has no default of its own");
        }
        return or(key, value);
    }
}
