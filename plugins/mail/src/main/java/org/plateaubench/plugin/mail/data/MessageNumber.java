// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import org.jspecify.annotations.Nullable;

/**
 * Which message of a population one is, as a header of its own says.
 *
 * @param data which population
 * @param folder where it belongs, index in {@link Folders#filled}
 * @param index from 0, within the folder
 */
record MessageNumber(String data, int folder, int index) {
    /** Name of the header. */
    static final String HEADER = "X-Plateau-Number";

    private static final int PARTS = 3;

    /** The line that goes before the other headers of the message. */
    String line() {
        return HEADER + ": " + data + "/" + folder + "/" + index + "\r\n";
    }

    /** Reads what follows the header's name; null when that is something else. */
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
