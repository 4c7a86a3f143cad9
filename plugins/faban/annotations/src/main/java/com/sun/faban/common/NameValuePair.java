// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.common;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A name and a value.
 *
 * @param <V> type of the value
 */
public class NameValuePair<V> implements Serializable {
    private static final long serialVersionUID = 1L;

    public @Nullable String name;

    @SuppressWarnings("serial") // As in Faban; values of drivers are serializable.
    public @Nullable V value;

    public NameValuePair() {}

    public NameValuePair(@Nullable String name, @Nullable V value) {
        this.name = name;
        this.value = value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NameValuePair<?> pair
                && Objects.equals(name, pair.name)
                && Objects.equals(value, pair.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, value);
    }
}
