// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.util.function.Consumer;

/** A named source of data. Immutable once its scenario is read and its files are loaded; any thread. */
public interface Source {
    /**
     * The part of a template that refers to this source.
     *
     * @param column text after the dot, empty for none
     * @param inRepeat whether each pass of a <code>repeat</code> takes a new value
     * @param problem gets the problem of a reference that is not possible
     */
    Part part(String column, boolean inRepeat, Consumer<String> problem);
}
