// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a run folder's name, if the harness gave it. Immutable.
 *
 * @param startedAt when the folder was created; empty when that part is no time
 * @param name name of the run
 */
public record RunId(Optional<Instant> startedAt, String name) {
    private static final Pattern FORM = Pattern.compile("([0-9]{8}T[0-9]{6}Z)-(.+)-[0-9a-f]{6}");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Reads an id; empty when it is not of that form. */
    public static Optional<RunId> of(String id) {
        Matcher matcher = FORM.matcher(id);
        return matcher.matches()
                ? Optional.of(new RunId(instant(matcher.group(1)), matcher.group(2)))
                : Optional.empty();
    }

    private static Optional<Instant> instant(String time) {
        try {
            return Optional.of(TIME.parse(time, Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
