// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.StoredFile;

/** How much is in a folder, and when it was changed last; links are not followed. For one thread. */
final class FolderTally extends SimpleFileVisitor<Path> {
    private static final int MOST_FILES = 100_000;

    private long sizeBytes;
    private int files;
    private boolean isWhole = true;
    private Instant changedAt = Instant.EPOCH;
    private Instant measuredAt = Instant.EPOCH;

    private FolderTally() {}

    static FolderTally of(Path folder) {
        FolderTally tally = new FolderTally();
        try {
            Files.walkFileTree(folder, tally);
        } catch (IOException e) {
            tally.isWhole = false;
        }
        return tally;
    }

    /** Sum of the sizes of its plain files. */
    long sizeBytes() {
        return sizeBytes;
    }

    /** Whether all of it could be looked at. */
    boolean isWhole() {
        return isWhole;
    }

    /** When any of its files was changed. */
    Instant changedAt() {
        return changedAt;
    }

    /** When any of its files was changed but that with what people say of it. */
    Instant measuredAt() {
        return measuredAt;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        Instant at = attributes.lastModifiedTime().toInstant();
        changedAt = at.isAfter(changedAt) ? at : changedAt;
        if (!file.getFileName().toString().equals(StoredFile.ANNOTATION.fileName()) && at.isAfter(measuredAt)) {
            measuredAt = at;
        }
        if (attributes.isRegularFile()) {
            sizeBytes += attributes.size();
        }
        files++;
        isWhole &= files < MOST_FILES;
        return isWhole ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        isWhole = false;
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
        isWhole &= failure == null;
        return FileVisitResult.CONTINUE;
    }
}
