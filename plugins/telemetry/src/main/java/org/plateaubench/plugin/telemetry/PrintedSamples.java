// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.process.QueryProgram;

/** Starts the program for each sample. If a line is not a name and a number, the whole output is refused. */
final class PrintedSamples extends PacedSource {
    private static final int MAX_BYTES = 256 * 1024;
    private static final int WORDS = 3;

    private final String program;
    private final List<String> command = new ArrayList<>();
    private final List<String> totals;
    private final QueryProgram queryProgram;

    PrintedSamples(SutAddress address) {
        super(Duration.parse(address.property("every")));
        program = address.property("program");
        command.add(program);
        command.addAll(ObservedServiceType.list(address, "arguments"));
        totals = ObservedServiceType.list(address, "totals");
        queryProgram = new QueryProgram(program, Duration.parse(address.property("limit")), MAX_BYTES);
    }

    @Override
    protected List<Sample> read() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        QueryProgram.Answer answer = queryProgram.query(builder, "");
        if (answer.exitCode() != 0) {
            throw new IOException(program + " ended with exit code " + answer.exitCode() + ".");
        }
        return samples(answer.output());
    }

    private List<Sample> samples(String output) throws IOException {
        List<Sample> samples = new ArrayList<>();
        int number = 0;
        for (String line : output.split("\n", -1)) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                samples.add(sample(number, text));
            }
        }
        if (samples.size() > MAX_SERIES) {
            throw new IOException(program + " printed " + samples.size() + " series, more than the " + MAX_SERIES
                    + " that telemetry has.");
        }
        if (samples.isEmpty()) {
            throw new IOException(program + " printed nothing.");
        }
        return samples;
    }

    private Sample sample(int number, String line) throws IOException {
        String[] words = line.split("\\s+", WORDS);
        try {
            double value = ExpositionText.value(words.length > 1 ? words[1] : "");
            boolean isTotal = totals.contains(words[0]);
            String unit = words.length == WORDS ? words[2] : isTotal ? "count" : "value";
            return new Sample(SeriesName.of(words[0]), value, SeriesName.of(unit), isTotal);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "Line " + number + " of the output of " + program
                            + " is not a name and number; it prints NAME NUMBER [UNIT] on each line.",
                    e);
        }
    }

    @Override
    public void close() {
        queryProgram.close();
    }
}
