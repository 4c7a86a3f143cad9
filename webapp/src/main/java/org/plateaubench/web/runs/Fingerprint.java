// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.store.StoredFile;

/**
 * The times of the last changes of a run folder and of the files that its row is read from. Two equal ones mean that
 * nothing changed, if the earlier is settled: a file system counts time in steps, and two changes within one step look
 * like one.
 *
 * @param text the version of Plateau, which determines what is read, and the times and sizes
 * @param settled whether the last change is old enough
 */
record Fingerprint(String text, boolean settled) {
    private static final Duration STEP = Duration.ofSeconds(2);
    private static final List<StoredFile> FILES =
            List.of(StoredFile.RESULT, StoredFile.ANNOTATION, StoredFile.EVENTS, StoredFile.MANIFEST);

    static Fingerprint of(Path folder, Instant now) throws IOException {
        StringBuilder text = new StringBuilder(Installation.version()).append(' ');
        BasicFileAttributes attributes = attributes(folder);
        Instant last = attributes.lastModifiedTime().toInstant();
        text.append(attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        for (StoredFile file : FILES) {
            try {
                BasicFileAttributes of = attributes(file.in(folder));
                Instant changed = of.lastModifiedTime().toInstant();
                last = changed.isAfter(last) ? changed : last;
                text.append(' ')
                        .append(of.lastModifiedTime().to(TimeUnit.NANOSECONDS))
                        .append('/')
                        .append(of.size());
            } catch (NoSuchFileException e) {
                text.append(" -");
            }
        }
        return new Fingerprint(text.toString(), last.plus(STEP).isBefore(now));
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the text to store; an unsettled one equals no other. */
    String kept() {
        return settled ? text : "?" + text;
    }
}
