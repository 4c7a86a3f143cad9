// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.Program;
import org.plateaubench.process.QueryProgram;
import org.plateaubench.spi.TelemetrySource;

/**
 * Calls ipmitool for each reading. A reading that the controller repeats is not returned. One thread samples; another
 * one may close.
 */
final class DcmiMeter implements TelemetrySource {
    private static final Duration LIMIT = Duration.ofSeconds(8);
    private static final int MAX_BYTES = 1 << 16;

    private final SutAddress sut;
    private final LongSupplier nanoTime;
    private final QueryProgram ipmitool;
    private final ReadingTimes times = new ReadingTimes();

    DcmiMeter(SutAddress sut, LongSupplier nanoTime) {
        this.sut = sut;
        this.nanoTime = nanoTime;
        ipmitool = new QueryProgram("ipmitool for " + place(sut), LIMIT, MAX_BYTES);
    }

    @Override
    public List<Sample> sample() throws IOException, InterruptedException {
        long requestedNanos = nanoTime.getAsLong();
        DcmiAnswer answer = DcmiAnswer.of(output());
        if (!answer.active()) {
            throw new IOException("The management controller at " + place(sut) + " reports that it measures no power.");
        }
        if (times.judge(answer.timestamp(), answer.watts()) == ReadingTimes.Kind.REPEATED) {
            return List.of();
        }
        return PowerReading.between(answer.watts(), requestedNanos, nanoTime.getAsLong());
    }

    private static String place(SutAddress sut) {
        return sut.property("host").isEmpty() ? "this host" : sut.property("host") + ":" + sut.property("port");
    }

    private List<String> command() throws IOException {
        Path program = Program.find("ipmitool", List.of())
                .orElseThrow(() ->
                        new IOException("There is no program ipmitool on this host; Debian's package is ipmitool."));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if (!sut.property("host").isEmpty()) {
            command.addAll(List.of("-I", "lanplus", "-H", sut.property("host"), "-p", sut.property("port")));
            command.addAll(List.of("-U", sut.property("user"), "-f", "/dev/stdin", "-C", sut.property("cipher")));
            command.addAll(List.of("-L", sut.property("privilege").toUpperCase(Locale.ROOT), "-N", "2", "-R", "2"));
        }
        command.addAll(List.of("dcmi", "power", "reading"));
        return command;
    }

    private String output() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command()).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("TZ", "UTC");
        QueryProgram.Answer answer =
                ipmitool.query(builder, sut.property("host").isEmpty() ? "" : sut.property("password") + "\n");
        if (answer.exitCode() != 0) {
            throw new IOException("ipmitool failed for " + place(sut) + ": " + firstLine(answer.output()));
        }
        return answer.output();
    }

    private static String firstLine(String output) {
        String line = output.lines()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("it printed nothing");
        return line.length() > 200 ? line.substring(0, 200) + "..." : line;
    }

    /** Closes the meter, which also ends a running reading. */
    @Override
    public void close() {
        ipmitool.close();
    }
}
