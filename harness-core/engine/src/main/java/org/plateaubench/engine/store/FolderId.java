// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of the id of a run or a sequence of runs, {@code <utc-time>-<name>-<short id>}, which is the name of its
 * folder. Immutable.
 *
 * @param startedAt when the folder was created; empty when that part is not a time
 */
public record FolderId(Optional<Instant> startedAt, String name) {
    private static final Pattern FORM = Pattern.compile("([0-9]{8}T[0-9]{6}Z)-(.+)-[0-9a-f]{6}");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int SHORT_ID_BYTES = 3;
    private static final int ATTEMPTS = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    public static Optional<FolderId> of(String id) {
        Matcher matcher = FORM.matcher(id);
        return matcher.matches()
                ? Optional.of(new FolderId(instant(matcher.group(1)), matcher.group(2)))
                : Optional.empty();
    }

    private static Optional<Instant> instant(String time) {
        try {
            return Optional.of(TIME.parse(time, Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    public static Path create(Path parent, String name, Instant now) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            byte[] id = new byte[SHORT_ID_BYTES];
            RANDOM.nextBytes(id);
            Path folder = parent.resolve(
                    TIME.format(now) + "-" + name + "-" + HexFormat.of().formatHex(id));
            try {
                return Files.createDirectory(folder);
            } catch (FileAlreadyExistsException e) {
                // Another run has this id; the next one is tried.
            }
        }
        throw new IOException("no folder with a free name was found");
    }
}
