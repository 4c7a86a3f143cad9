// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores equal parts of documents once: runs of a name have nearly equal plans. Not thread-safe. */
public final class SharedTrees {
    private final Map<Object, Object> kept = new HashMap<>();

    /** The same document, in which parts are replaced by equal parts that were stored before. */
    @SuppressWarnings("unchecked") // A document is equal to what is kept of it.
    Map<String, Object> share(Map<String, Object> tree) {
        return (Map<String, Object>) Objects.requireNonNull(part(tree));
    }

    private @Nullable Object part(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> shared = new LinkedHashMap<>();
            map.forEach((key, each) -> shared.put(once(key), part(each)));
            return once(Collections.unmodifiableMap(shared));
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> shared = new ArrayList<>();
            list.forEach(each -> shared.add(part(each)));
            return once(Collections.unmodifiableList(shared));
        }
        return value == null ? null : once(value);
    }

    private <T> T once(T value) {
        @SuppressWarnings("unchecked") // Equal documents are of equal types.
        T first = (T) kept.putIfAbsent(value, value);
        return first == null ? value : first;
    }
}
