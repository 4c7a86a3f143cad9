// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.LoadStep;

/**
 * Reads files of levels: a line holds seconds since the start of the step and the level from then on, with a comma or
 * blanks in between. Empty lines, and what follows a {@code #}, are passed over. A file lies in the folder of the
 * run file or below it.
 */
final class ReplayFiles {
    static final int MAX_BYTES = 1 << 20;
    static final int MAX_POINTS = 10_000;
    private static final int MAX_PROBLEMS = 10;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final Pattern LINE = Pattern.compile("\\s*([^\\s,]+)(?:\\s*,\\s*|\\s+)([^\\s,]+)\\s*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

    private final @Nullable Path folder;

    /** Files beside a run file; null for a run file that is none itself. */
    ReplayFiles(@Nullable Path folder) {
        this.folder = folder;
    }

    /** The points of a file, null with problems when it cannot be read. */
    @Nullable
    List<LoadStep.Point> read(ConfigNode node, String name, String path, Problems problems) {
        Path file = locate(name);
        if (file == null || folder == null) {
            problems.add(
                    node.location(),
                    path,
                    "must name a file in the folder of the run file or below it, found " + node.shown());
            return null;
        }
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(file)) {
            bytes = stream.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            problems.add(node.location(), path, "cannot be read: " + folder.resolve(name));
            return null;
        }
        if (bytes.length > MAX_BYTES) {
            problems.add(node.location(), path, file + " is larger than " + MAX_BYTES + " bytes");
            return null;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        // As spreadsheets begin a file, and as run files may begin.
        String marked = text.startsWith("\ufeff") ? text.substring(1) : text;
        return new Lines(folder.resolve(name).toString(), path, problems).read(marked);
    }

    /** What is read: the file that was looked at, with no link left in its path, and not a name that could mean another. */
    private @Nullable Path locate(String name) {
        if (folder == null) {
            return null;
        }
        try {
            Path base = folder.toRealPath();
            Path file = base.resolve(name).normalize();
            if (!file.startsWith(base) || !Files.isRegularFile(file)) {
                return null;
            }
            Path real = file.toRealPath();
            return real.startsWith(base) ? real : null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    /** The lines of one file. */
    private static final class Lines {
        private final String file;
        private final String path;
        private final Problems problems;
        private final List<LoadStep.Point> points = new ArrayList<>();
        private int wrong;

        Lines(String file, String path, Problems problems) {
            this.file = file;
            this.path = path;
            this.problems = problems;
        }

        @Nullable
        List<LoadStep.Point> read(String text) {
            int number = 0;
            for (String line : text.lines().toList()) {
                number++;
                int comment = line.indexOf('#');
                String said = comment < 0 ? line : line.substring(0, comment);
                if (!said.isBlank() && wrong < MAX_PROBLEMS) {
                    take(said, number);
                }
            }
            if (wrong == 0 && points.isEmpty()) {
                problem(number, 1, "holds no line of seconds and level");
            }
            return wrong == 0 ? List.copyOf(points) : null;
        }

        private void take(String line, int number) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                problem(number, 1, "must be seconds since the start and the level from then on, such as '60 250'");
                return;
            }
            Double seconds = number(matcher, 1, number);
            Double level = number(matcher, 2, number);
            if (seconds == null || level == null) {
                return;
            }
            Duration at = Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
            if (points.isEmpty() && !at.isZero()) {
                problem(number, matcher.start(1) + 1, "must begin at 0, found '" + matcher.group(1) + "'");
            } else if (!points.isEmpty() && at.compareTo(points.getLast().at()) <= 0) {
                problem(number, matcher.start(1) + 1, "must be later than the line before");
            } else if (points.size() == MAX_POINTS) {
                problem(number, 1, "is one line too many, at most " + MAX_POINTS + " are read");
                wrong = MAX_PROBLEMS;
            } else {
                points.add(new LoadStep.Point(at, level));
            }
        }

        private @Nullable Double number(Matcher matcher, int group, int number) {
            String text = matcher.group(group);
            if (NUMBER.matcher(text).matches()) {
                return Double.valueOf(text);
            }
            String shown = text.length() <= ConfigNode.SHOWN_LENGTH ? text : text.substring(0, ConfigNode.SHOWN_LENGTH);
            problem(number, matcher.start(group) + 1, "must be a number of at least 0, found '" + shown + "'");
            return null;
        }

        private void problem(int line, int column, String message) {
            wrong++;
            problems.add(new Location(file, line, column), path, message);
        }
    }
}
