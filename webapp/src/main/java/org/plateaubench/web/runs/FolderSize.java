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

/** The size of a folder, and the time of its last change; links are not followed. One thread. */
final class FolderSize extends SimpleFileVisitor<Path> {
    private static final int MOST_FILES = 100_000;

    private long sizeBytes;
    private int files;
    private boolean isWhole = true;
    private Instant changedAt = Instant.EPOCH;
    private Instant measuredAt = Instant.EPOCH;

    private FolderSize() {}

    static FolderSize of(Path folder) {
        FolderSize size = new FolderSize();
        try {
            Files.walkFileTree(folder, size);
        } catch (IOException e) {
            size.isWhole = false;
        }
        return size;
    }

    /** Returns the sum of the sizes of its plain files, bytes. */
    long sizeBytes() {
        return sizeBytes;
    }

    /** Returns whether all of it could be read. */
    boolean isWhole() {
        return isWhole;
    }

    /** Returns when any of its files was last changed. */
    Instant changedAt() {
        return changedAt;
    }

    /** Returns when any of its files, except the annotation by users, was last changed. */
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
