// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import org.jspecify.annotations.Nullable;

/**
 * The number of a message within a population, stored in one of its headers.
 *
 * @param data id of the population
 * @param folder index of its folder in {@link Folders#filled}
 * @param index from 0, within the folder
 */
record MessageNumber(String data, int folder, int index) {
    /** The name of the header. */
    static final String HEADER = "X-Plateau-Number";

    private static final int PARTS = 3;

    /** Returns the line that is put before the other headers of the message. */
    String line() {
        return HEADER + ": " + data + "/" + folder + "/" + index + "\r\n";
    }

    /** Parses the value of the header; null when it is malformed. */
    static @Nullable MessageNumber parse(@Nullable String value) {
        if (value == null) {
            return null;
        }
        String[] parts = value.strip().split("/", -1);
        if (parts.length != PARTS) {
            return null;
        }
        try {
            return new MessageNumber(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
