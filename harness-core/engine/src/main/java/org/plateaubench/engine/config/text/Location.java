// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.text;

/** The place of a value: line and column in characters from 1, 0 when there is none. */
public record Location(String file, int line, int column) {
    public static Location of(String file) {
        return new Location(file, 0, 0);
    }
}
