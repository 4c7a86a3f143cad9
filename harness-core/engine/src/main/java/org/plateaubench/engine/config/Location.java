// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

/**
 * Where a value was written.
 *
 * @param file file as it was named, or the option that gave the value
 * @param line line from 1, 0 when there is none
 * @param column column from 1 in characters, 0 when there is none
 */
public record Location(String file, int line, int column) {
    static Location of(String file) {
        return new Location(file, 0, 0);
    }
}
