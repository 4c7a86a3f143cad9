// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Files of H2 in which every write is on the disk when it returns. H2 itself passes a commit to the operating system
 * only, and has no option to change this. Any thread.
 */
public final class DurableFilePath extends FilePathWrapper {
    /** Scheme of the addresses of such databases, instead of {@code file:}. */
    static final String SCHEME = "plateau-durable";

    /** Creates an instance without a file, by which H2 knows the scheme. */
    public DurableFilePath() {}

    /** Registers the scheme with H2. */
    static void register() {
        FilePath.register(new DurableFilePath());
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        Path path = Path.of(unwrap(toString()).toString());
        return mode.equals("r")
                ? FileChannel.open(path, StandardOpenOption.READ)
                : FileChannel.open(
                        path,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.DSYNC);
    }
}
