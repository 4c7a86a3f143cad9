// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.foreign;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown when a file cannot be translated. The message begins with file, line and column. */
public final class UntranslatableFile extends IOException {
    private static final long serialVersionUID = 1L;

    UntranslatableFile(Path file, int line, int column, String message) {
        super(file + ":" + line + ":" + column + ": " + message);
    }
}
