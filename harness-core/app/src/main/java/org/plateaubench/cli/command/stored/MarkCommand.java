// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.plateaubench.api.Durations;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.WallTime;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunMark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "mark",
        description = {
            "Records an event of a run in progress, on its controller's host.",
            "Results show by how much response times during events of a kind differ from those outside. With a"
                    + " command, the event lasts until the command ends."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau mark last failover -- ssh db1 pg_ctl promote",
            "  ./plateau mark last deployment --lasted 12s"
        })
public final class MarkCommand implements Callable<Integer> {
    private static final Duration DEADLINE = Duration.ofHours(1);

    @Parameters(index = "0", paramLabel = "RUN", description = RunsFolder.RUN_HELP)
    private String run = "";

    @Parameters(index = "1", paramLabel = "KIND", description = "Kind of the event, a name such as failover.")
    private String kind = "";

    @Parameters(index = "2..*", paramLabel = "COMMAND", description = "A command to run, for at most an hour.")
    private List<String> command = new ArrayList<>();

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(
            names = "--lasted",
            paramLabel = "TIME",
            description = "Duration of an event that ends now, such as 3.2s (default: ${DEFAULT-VALUE}).",
            defaultValue = "0")
    private String lasted = "0";

    @Override
    public Integer call() throws IOException, InterruptedException {
        // The time that this process took to start is not part of the event.
        Instant called = WallTime.now().minus(ProcessAge.now());
        RunFolder folder = RunFolder.of(runs.find(run));
        RunMark asked = mark(called.minus(length()), called);
        if (command.isEmpty()) {
            asked.addTo(folder);
            return ExitCode.PASS.code();
        }
        Instant from = WallTime.now();
        Process process = new ProcessBuilder(command).inheritIO().start();
        boolean hasEnded = process.waitFor(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        mark(from, WallTime.now()).addTo(folder);
        if (!hasEnded) {
            process.destroyForcibly();
            throw new IOException(command.getFirst() + " has not ended within an hour and was ended.");
        }
        if (process.exitValue() != 0) {
            throw new IOException(command.getFirst() + " ended with code " + process.exitValue()
                    + "; the time that it ran is marked.");
        }
        return ExitCode.PASS.code();
    }

    private Duration length() throws UsageError {
        try {
            Duration length = Durations.parse(lasted);
            if (!command.isEmpty() && !length.isZero()) {
                throw new UsageError("--lasted is of an event that is over, and not of a command that is run now.");
            }
            return length;
        } catch (IllegalArgumentException e) {
            throw new UsageError("--lasted: " + e.getMessage() + ".");
        }
    }

    private RunMark mark(Instant from, Instant to) throws UsageError {
        try {
            return new RunMark(kind, from, to);
        } catch (IllegalArgumentException e) {
            throw new UsageError(e.getMessage() + ".");
        }
    }

    /**
     * The age of this process. The JDK reports the start as wall-clock time, which is only precise to a second on Linux;
     * the difference of two times since the boot is precise to 10 ms. Stateless; thread-safe.
     */
    private static final class ProcessAge {
        /** Ticks per second in {@code /proc/PID/stat}, the same on all architectures. */
        private static final double TICKS_PER_SECOND = 100;
        /** Index of the field {@code starttime} after the name, see proc(5). */
        private static final int START_TIME = 19;

        private ProcessAge() {}

        /** The age, with a resolution of 10 ms; zero if the platform does not report it. */
        static Duration now() {
            try {
                String stat = Files.readString(Path.of("/proc/self/stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                double up = Double.parseDouble(
                        Files.readString(Path.of("/proc/uptime")).split(" ", -1)[0]);
                double age = up - Double.parseDouble(fields[START_TIME]) / TICKS_PER_SECOND;
                return Duration.ofMillis(Math.max(0, Math.round(1000 * age)));
            } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
                return Duration.ZERO;
            }
        }
    }
}
