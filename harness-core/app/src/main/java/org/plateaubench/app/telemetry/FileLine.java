// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A line of a file that is imported. Immutable.
 *
 * @param file the file
 * @param number number of the line, from 1
 */
record FileLine(Path file, int number) {
    /** Creates an exception with the problem of the line. */
    IOException wrong(String what) {
        return new IOException(file + ":" + number + ": " + what);
    }

    /**
     * A number in the line.
     *
     * @throws IOException when the text is not a number
     */
    double value(String text) throws IOException {
        try {
            // sysstat writes the decimal sign of the locale.
            double value = Double.parseDouble(text.strip().replace(',', '.'));
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong("'" + text + "' is not a number.");
        }
        throw wrong("'" + text + "' is not a number.");
    }
}
