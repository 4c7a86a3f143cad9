// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.UsedFile;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.PlainText;
import org.plateaubench.engine.config.text.Problems;

/**
 * Reads the files to which a run file refers: a part of it, a reference, or levels. A line of levels contains the
 * seconds since the start of the step and the level from then on, separated by a comma or blanks. Empty lines, and text
 * after a {@code #}, are ignored. A file must be in the folder of the run file or below it.
 */
public final class ReferencedFiles {
    static final int MAX_BYTES = 1 << 20;
    static final int MAX_DATA_BYTES = 1 << 24;

    static final int MAX_POINTS = 10_000;
    private static final int MAX_PROBLEMS = 10;
    private static final String REFERENCES = "references";
    private static final String FORM =
            "must be seconds since the start and the level from then on, both at least 0, with a comma or blanks in"
                    + " between, such as '60, 250'";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String OUTSIDE = "must name a file in the folder of the run file or below it";
    private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,9})?)";
    private static final Pattern LINE = Pattern.compile("\\s*" + NUMBER + "(?:\\s*,\\s*|\\s+)" + NUMBER + "\\s*");

    /** The names of run files, which a console shows to all users. */
    private static final Pattern SHOWN =
            Pattern.compile("(?:[A-Za-z0-9_][A-Za-z0-9._-]*/)*[A-Za-z0-9_][A-Za-z0-9._-]*\\.ya?ml");

    private final @Nullable Path folder;
    private final @Nullable Path runFilesFolder;
    private final String runFile;
    private final Map<String, String> texts = new LinkedHashMap<>();

    /** The folder of the run file is null for a text that is not in a file. */
    public ReferencedFiles(@Nullable Path folder, String runFile) {
        this(folder, null, runFile);
    }

    /**
     * Creates a reader for the files of a run file whose user may not read every file of the host.
     *
     * @param runFilesFolder folder of all run files: files outside it are refused, and problems quote only run files in
     *     it, whose content users may see anyway. Null if problems may quote any file
     */
    public ReferencedFiles(@Nullable Path folder, @Nullable Path runFilesFolder, String runFile) {
        this.folder = folder;
        this.runFilesFolder = runFilesFolder;
        this.runFile = runFile;
    }

    /** The texts that were read so far, by the path of the file relative to the folder. */
    public Map<String, String> texts() {
        return texts;
    }

    /**
     * A file to which the run file refers.
     *
     * @param relativePath path relative to the folder of the run file, under which {@link #texts} has it
     * @param text content of the file, without a byte order mark
     */
    public record Text(String file, String relativePath, String text, boolean isShown) {}

    /** The text of a part of the run file; null, with a problem, if it cannot be read. */
    @Nullable
    public Text text(ConfigNode node, String name, String path, Problems problems) {
        return shown(text(node, name, path, problems, folder), node, path, problems);
    }

    /** Reads a workload's file, in the folder of the file that names it or below; null, with a problem, if it fails. */
    public @Nullable Text data(ConfigNode node, UsedFile used, String path, Problems problems) {
        String namingFile = node.location().file();
        Path base = folder == null || namingFile.equals(runFile)
                ? folder
                : Path.of(namingFile).toAbsolutePath().getParent();
        return text(node, used, path, problems, base, MAX_DATA_BYTES);
    }

    /** A text in YAML, whose problems quote parts of it; null, with a problem, if the user may not see it. */
    private @Nullable Text shown(@Nullable Text text, ConfigNode node, String path, Problems problems) {
        if (text == null || text.isShown()) {
            return text;
        }
        problems.add(
                node.location(),
                path,
                "must name a file that ends in .yaml or .yml and is not hidden, in a run of this console, found "
                        + node.shown());
        return null;
    }

    /** In the run file's folder or below, or in {@code references} next to it; null, with a problem, if unreadable. */
    @Nullable
    public Text reference(ConfigNode node, String name, String path, Problems problems) {
        Path references = referenceFolder();
        Path base = isIn(folder, name) || !isIn(references, name) ? folder : references;
        return shown(text(node, name, path, problems, base), node, path, problems);
    }

    private @Nullable Path referenceFolder() {
        Path references = folder == null ? null : folder.resolveSibling(REFERENCES);
        return references == null || runFilesFolder == null || references.startsWith(runFilesFolder)
                ? references
                : null;
    }

    private static boolean isIn(@Nullable Path folder, String name) {
        try {
            return folder != null && Files.exists(folder.resolve(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private @Nullable Text text(ConfigNode node, String name, String path, Problems problems, @Nullable Path base) {
        return text(node, new UsedFile(path, name, false), path, problems, base, MAX_BYTES);
    }

    private @Nullable Text text(
            ConfigNode node, UsedFile used, String path, Problems problems, @Nullable Path base, int maxBytes) {
        String name = used.name();
        Found found = locate(name, base);
        Path file = found.file();
        if (file == null || base == null) {
            problems.add(node.location(), path, found.flaw() + ", found " + ConfigNode.shown(name));
            return null;
        }
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(file)) {
            bytes = stream.readNBytes(maxBytes + 1);
        } catch (IOException e) {
            problems.add(node.location(), path, "cannot be read: " + base.resolve(name));
            return null;
        }
        if (bytes.length > maxBytes) {
            problems.add(node.location(), path, file + " is larger than " + maxBytes + " bytes");
            return null;
        }
        PlainText text = used.mayBeBinary() ? new PlainText(encodedText(bytes), null) : PlainText.of(bytes);
        if (text.text().length() > maxBytes) {
            problems.add(node.location(), path, file + " is not text, and larger than " + maxBytes / 4 * 3 + " bytes");
            return null;
        }
        if (text.flaw() != null) {
            problems.add(node.location(), path, base.resolve(name) + " " + text.flaw());
            return null;
        }
        texts.put(found.relativePath(), text.text());
        return new Text(base.resolve(name).toString(), found.relativePath(), text.unmarked(), isShown(file));
    }

    /** Bytes as text; encoded if they are not text. */
    public static String encodedText(byte[] bytes) {
        PlainText plain = PlainText.of(bytes);
        return plain.flaw() == null ? plain.text() : UsedFile.encoded(bytes);
    }

    private boolean isShown(Path file) {
        try {
            return runFilesFolder == null
                    || SHOWN.matcher(
                                    runFilesFolder.toRealPath().relativize(file).toString())
                            .matches();
        } catch (IOException e) {
            return false;
        }
    }

    private record Found(@Nullable Path file, String relativePath, String flaw) {
        static Found refused(String flaw) {
            return new Found(null, "", flaw);
        }
    }

    @Nullable
    public List<LoadStep.Point> read(ConfigNode node, String name, String path, Problems problems) {
        Text read = text(node, name, path, problems, folder);
        if (read == null) {
            return null;
        }
        String named = " (named in " + runFile + ":" + node.location().line() + ")";
        return new LevelLines(read, path, named, problems).read();
    }

    /** The path without links, so that the file that is checked is the file that is read. */
    private Found locate(String name, @Nullable Path from) {
        if (from == null || folder == null) {
            return Found.refused(OUTSIDE);
        }
        try {
            Path base = from.toRealPath();
            Path file = base.resolve(name).normalize();
            if (!file.startsWith(base)) {
                return Found.refused(OUTSIDE);
            }
            if (!Files.exists(file)) {
                return Found.refused("there is no such file in " + from);
            }
            Path real = file.toRealPath();
            if (!real.startsWith(base)) {
                return Found.refused(OUTSIDE);
            }
            if (!Files.isRegularFile(real)) {
                return Found.refused("must name a file, not " + (Files.isDirectory(real) ? "a folder" : "a device"));
            }
            Path root = folder.toRealPath();
            return new Found(
                    real, (file.startsWith(root) ? root : base).relativize(file).toString(), "");
        } catch (IOException e) {
            return Found.refused("names a file that cannot be examined");
        } catch (InvalidPathException e) {
            return Found.refused("must name a file");
        }
    }

    private static final class LevelLines {
        private final Text file;
        private final String path;
        private final String named;
        private final Problems problems;
        private final List<LoadStep.Point> points = new ArrayList<>();
        private @Nullable Duration previous;
        private int problemCount;

        LevelLines(Text file, String path, String named, Problems problems) {
            this.file = file;
            this.path = path;
            this.named = named;
            this.problems = problems;
        }

        @Nullable
        List<LoadStep.Point> read() {
            int number = 0;
            for (String line : file.text().lines().toList()) {
                number++;
                String content = line.replaceFirst("#.*", "");
                if (!content.isBlank() && problemCount < MAX_PROBLEMS) {
                    addPoint(content, number);
                }
            }
            if (problemCount == 0 && points.isEmpty()) {
                problem(number, "has no line with seconds and level");
            }
            return problemCount == 0 ? List.copyOf(points) : null;
        }

        private void addPoint(String line, int number) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                problem(number, FORM + found(line.strip()));
                return;
            }
            Duration at = Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * NANOS_PER_SECOND));
            Duration last = previous;
            previous = at;
            if (last == null && !at.isZero()) {
                problem(number, "must begin at 0" + found(matcher.group(1)));
            } else if (last != null && at.compareTo(last) <= 0) {
                problem(
                        number,
                        "must be later than the previous line, which is at " + Durations.format(last)
                                + found(matcher.group(1)));
            } else if (points.size() == MAX_POINTS) {
                problem(number, "is one line too many, at most " + MAX_POINTS + " are read");
                problemCount = MAX_PROBLEMS;
            } else {
                points.add(new LoadStep.Point(at, Double.parseDouble(matcher.group(2))));
            }
        }

        private String found(String text) {
            return file.isShown() ? ", found " + ConfigNode.shown(text) : "";
        }

        private void problem(int line, String message) {
            problems.add(new Location(file.file(), line, 1), path, problemCount == 0 ? message + named : message);
            problemCount++;
        }
    }
}
