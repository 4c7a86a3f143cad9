// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.app.RecordingSut.Request;
import org.plateaubench.engine.run.Interruption;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.run.event.RunObserver;

/** M14, from the run file to what arrives at the SUT. */
@Execution(ExecutionMode.CONCURRENT)
class SameSequencesTest {
    /** The window ends by the clock, so that a sequence may be cut anywhere; this much of it was seen at the least. */
    private static final int LEAST_UNITS = 5;

    @TempDir
    Path folder;

    private final RecordingSut sut;

    SameSequencesTest() throws IOException {
        sut = new RecordingSut();
    }

    @AfterEach
    void stop() throws IOException {
        sut.close();
    }

    /** What one run sent: by user or lane, in the order of the sequence. */
    private record Sent(String planId, Map<Integer, List<Request>> bySequence) {}

    private Sent run(String load, long seed, boolean oneUserPerSequence) throws Exception {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, """
                run: { name: same, seed: %d }
                phases: { rampUp: 200ms, steady: 1500ms, rampDown: 100ms, drain: 1s }
                workloads:
                  lines:
                    plugin: lines
                    load: %s
                    timeout: 5s
                """.formatted(seed, load));
        RunApplication application = new LinePlugin(sut.port()).application(folder);
        PlannedRun planned = application.plan(file, List.of());
        FinishedRun finished = application.run(planned, RunObserver.NONE, new Interruption());
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        Map<Integer, List<Request>> bySequence =
                new TreeMap<>(sut.takeReceived().stream().collect(Collectors.groupingBy(Request::sequence)));
        Comparator<Request> order =
                Comparator.comparingLong(Request::unitNumber).thenComparingInt(Request::position);
        if (oneUserPerSequence) {
            assertThat(bySequence.values())
                    .allSatisfy(requests -> assertThat(requests).isSortedAccordingTo(order));
        }
        // Arrivals of one lane may be served by several users at once.
        bySequence.replaceAll(
                (sequence, requests) -> requests.stream().sorted(order).toList());
        return new Sent(planned.plan().id(), bySequence);
    }

    /** The units that arrived as a whole, by their number: an arrival that a busy machine dropped has none. */
    private static Map<Long, List<String>> wholeUnits(List<Request> requests) {
        Map<Long, List<Request>> units =
                new TreeMap<>(requests.stream().collect(Collectors.groupingBy(Request::unitNumber)));
        units.values().removeIf(unit -> unit.size() < unit.getFirst().unitLength());
        Map<Long, List<String>> lines = new TreeMap<>();
        units.forEach((number, unit) ->
                lines.put(number, unit.stream().map(Request::line).toList()));
        return lines;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ users: 4 } | 4 | true",
                "{ rate: 120/s, arrival: poisson, maxUsers: 8, lanes: 4 } | 4 | false",
            })
    void theSameFileAndSeedGiveTheSamePlanIdAndTheSameRequestSequencesShownByWhatAFakeSutReceives(
            String load, int sequences, boolean closed) throws Exception {
        Sent first = run(load, 42, closed);
        Sent second = run(load, 42, closed);
        Sent other = run(load, 43, closed);

        assertThat(second.planId()).isEqualTo(first.planId());
        assertThat(other.planId()).isNotEqualTo(first.planId());
        assertThat(first.bySequence()).hasSize(sequences);
        assertThat(second.bySequence().keySet())
                .isEqualTo(first.bySequence().keySet())
                .isEqualTo(other.bySequence().keySet());
        first.bySequence().forEach((sequence, requests) -> {
            Map<Long, List<String>> units = wholeUnits(requests);
            Map<Long, List<String>> again = wholeUnits(second.bySequence().get(sequence));
            Map<Long, List<String>> others = wholeUnits(other.bySequence().get(sequence));
            again.keySet().retainAll(units.keySet());
            assertThat(again).hasSizeGreaterThanOrEqualTo(LEAST_UNITS);
            assertThat(units).containsAllEntriesOf(again);
            others.keySet().retainAll(units.keySet());
            assertThat(others).hasSizeGreaterThanOrEqualTo(LEAST_UNITS);
            units.keySet().retainAll(others.keySet());
            assertThat(others).isNotEqualTo(units);
        });
    }
}
