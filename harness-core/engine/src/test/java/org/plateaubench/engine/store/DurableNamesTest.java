// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * After a power loss, a file or folder whose name was not forced to the disk is missing, with everything below it. The
 * system calls of a process that stores a run show that every name is forced.
 */
@Tag("slow")
final class DurableNamesTest {
    /** {@code mkdir("folder", 0777) = 0}. */
    private static final Pattern CREATED = Pattern.compile("mkdir\\(\"([^\"]+)\".*= 0$");
    /** {@code rename("from", "to") = 0}. */
    private static final Pattern RENAMED = Pattern.compile("rename\\(\"[^\"]+\", \"([^\"]+)\"\\) *= 0$");
    /** {@code fsync(7</folder>) = 0}. */
    private static final Pattern FORCED = Pattern.compile("fsync\\(\\d+<([^>]+)>\\) *= 0$");

    @TempDir
    private Path folder;

    /** The traced process: it stores a run in a new folder, with a file that the run file names. */
    static final class StoringProcess {
        private StoringProcess() {}

        public static void main(String[] arguments) throws IOException {
            try (RunFixture run = new RunFixture(Path.of(arguments[0]))) {
                run.writer.addFile("levels/of/monday.csv", "0,1\n");
                run.folder.addJudgement(List.of());
            }
        }
    }

    @Test
    void everyNameOfARunIsForcedToTheDisk() throws Exception {
        assumeTrue(canTrace(), "strace is missing, or this system lets no process be traced");
        Path top = folder.toRealPath();
        Path trace = Files.createDirectory(top.resolve("trace"));
        List<String> command = new ArrayList<>(strace(trace));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StoringProcess.class.getName()));
        command.add(top.resolve("runs/of/a/lab").toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(top.resolve("output").toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended in time").isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(top.resolve("output")))
                .isZero();

        Set<Path> names = new LinkedHashSet<>();
        Set<Path> notForced = new LinkedHashSet<>();
        try (Stream<Path> threads = Files.list(trace)) {
            for (Path thread : threads.toList()) {
                for (String line : Files.readAllLines(thread)) {
                    Stream.of(CREATED, RENAMED)
                            .flatMap(change -> path(change, line, top).stream())
                            .forEach(name -> {
                                names.add(name);
                                notForced.add(name);
                            });
                    path(FORCED, line, top)
                            .ifPresent(forced -> notForced.removeIf(name -> forced.equals(name.getParent())));
                }
            }
        }
        assertThat(names.stream().map(name -> name.getFileName().toString()))
                .contains("runs", "lab", "levels", "of", "monday.csv", "judgements", "plan.json");
        assertThat(notForced)
                .as("created or renamed without a later fsync of the folder")
                .isEmpty();
    }

    /** Traces each thread into a file of its own, so that calls are not interleaved. */
    private static List<String> strace(Path trace) {
        String file = trace.resolve("thread").toString();
        return List.of("strace", "-ff", "-y", "-qq", "-e", "signal=none", "-e", "trace=mkdir,rename,fsync", "-o", file);
    }

    private boolean canTrace() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(strace(Files.createDirectory(folder.resolve("tried"))));
        command.add("true");
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The path in a line, if it is below a folder. */
    private static Optional<Path> path(Pattern pattern, String line, Path top) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.find()) {
            return Optional.empty();
        }
        return Optional.of(Path.of(matcher.group(1)).normalize()).filter(path -> path.startsWith(top));
    }
}
