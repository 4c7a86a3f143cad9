// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.nio.file.Path;

/** Formats paths in commands that are printed for the user. Stateless; thread-safe. */
public final class ShellWord {
    private ShellWord() {}

    /** The path as one word of a shell, quoted where that is necessary. */
    public static String of(Path path) {
        String text = path.toString();
        return text.matches("[\\w./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
