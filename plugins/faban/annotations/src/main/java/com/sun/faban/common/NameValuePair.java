// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.common;

import java.io.Serializable;
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
}
