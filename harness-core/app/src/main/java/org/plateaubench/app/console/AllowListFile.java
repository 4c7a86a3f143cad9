// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.reach.AllowList;
import org.plateaubench.engine.store.file.AtomicFile;

/**
 * The allow list that an administrator keeps for the runs of a console. The console writes it, and the processes of its
 * runs read it themselves. Thread-safe.
 *
 * @param path path of the file; when it does not exist, nothing is allowed
 */
public record AllowListFile(Path path) {
    /** The name of the file in the console's folder. */
    public static final String NAME = "allow-list.json";

    /** The greatest size of the file, in bytes. */
    private static final long MAX_BYTES = 1 << 20;

    /** The file in the folder of a console's data. */
    public static AllowListFile in(Path data) {
        return new AllowListFile(data.resolve(NAME).toAbsolutePath());
    }

    /**
     * The current allow list.
     *
     * @throws IOException with a one-sentence message when the file cannot be read or is not an allow list
     */
    public AllowList read() throws IOException {
        if (!Files.exists(path)) {
            return AllowList.EMPTY;
        }
        if (Files.size(path) > MAX_BYTES) {
            throw new IOException(
                    "the allow list is larger than " + MAX_BYTES + " bytes: an administrator must correct it");
        }
        try {
            return Documents.readKnown(Files.readString(path, StandardCharsets.UTF_8), AllowList.class);
        } catch (IllegalArgumentException | IOException e) {
            throw new IOException(
                    "the allow list cannot be read, so that nothing is allowed: an administrator must correct it ("
                            + e.getMessage() + ")",
                    e);
        }
    }

    /** The time of its last change, so that results derived from it can be cached. */
    public FileTime changedAt() throws IOException {
        return Files.exists(path) ? Files.getLastModifiedTime(path) : FileTime.fromMillis(0);
    }

    /** Replaces the list atomically. */
    public void write(AllowList list) throws IOException {
        AtomicFile.write(path, Documents.text(list));
    }
}
