// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class MappingValues {
    public static final MappingValues NONE = new MappingValues(Map.of());

    private final Map<String, Object> values;

    private MappingValues(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** These values and a further one, which is null for a key that is missing or has a problem. */
    public <T> MappingValues with(Key<T> key, @Nullable T value) {
        if (value == null) {
            return this;
        }
        Map<String, Object> both = new LinkedHashMap<>(values);
        both.put(key.name(), value);
        return new MappingValues(both);
    }

    @SuppressWarnings("unchecked") // Only values of the key's own type are put under its name.
    public <T> @Nullable T get(Key<T> key) {
        return (T) values.get(key.name());
    }

    public <T> T or(Key<T> key, T other) {
        T value = get(key);
        return value == null ? other : value;
    }

    public <T> T orStandard(Key<T> key) {
        T standard = key.standard();
        if (standard == null) {
            throw new IllegalArgumentException(key.name() + " has no default of its own");
        }
        return or(key, standard);
    }
}
