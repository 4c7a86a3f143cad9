// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A request is wrong or names something unknown; exit code 4. The message is a sentence for the user. */
public final class UsageError extends IOException {
    private static final long serialVersionUID = 1L;

    public UsageError(String message) {
        super(message);
    }

    /** Devices and pipes are refused, since they may never end; {@code named} precedes the name in messages. */
    public static void requireFile(Path file, String named) throws UsageError {
        if (Files.notExists(file)) {
            throw new UsageError(named + "There is no file " + file + ".");
        }
        if (!Files.exists(file)) {
            throw new UsageError(named + file + " cannot be reached: its folder may not be entered.");
        }
        if (!Files.isRegularFile(file)) {
            throw new UsageError(named + file + " is " + (Files.isDirectory(file) ? "a folder" : "a device or a pipe")
                    + ", not a file.");
        }
    }

    /** Refuses a file that exists, even as a broken link. */
    public static void requireNew(Path file) throws UsageError {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UsageError(file + " exists; name another file with --to, or remove it.");
        }
    }
}
