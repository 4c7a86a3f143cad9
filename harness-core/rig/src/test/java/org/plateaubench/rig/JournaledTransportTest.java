// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/** The agent of a large host: most of what it tells is of single cores, and its journal has a bound. */
final class JournaledTransportTest {
    private static final int CORES = 256;
    private static final int MOST_BYTES = 400_000;
    private static final int MOST_SECONDS = 10_000;

    @TempDir
    private Path folder = Path.of("");

    private final List<String> told = new ArrayList<>();
    /** The frames that are on their way to each end. */
    private final List<Frame> toAgent = new ArrayList<>();

    private final List<Frame> toController = new ArrayList<>();
    private final List<TelemetrySample> arrived = new ArrayList<>();

    private static ToController.Telemetry second(int second) {
        List<TelemetrySample> samples = new ArrayList<>();
        samples.add(sample(second, "cpu"));
        IntStream.range(0, CORES).forEach(core -> samples.add(sample(second, "cpu core " + core)));
        return new ToController.Telemetry(samples);
    }

    private static TelemetrySample sample(int second, String series) {
        // Values that differ, as those of a host do.
        double share = (second * 31.0 + series.hashCode() % 997) % 1_000 / 1_000;
        return new TelemetrySample(second * 1_000_000_000L, "host/db1", series, share, "share", false);
    }

    /** Carries frames to and fro until there are none, and takes what has arrived. */
    private void exchange(Conversation agent, Conversation controller) throws Exception {
        while (!toAgent.isEmpty() || !toController.isEmpty()) {
            List<Frame> there = List.copyOf(toController);
            toController.clear();
            there.forEach(frame -> controller.arrived(frame, 0));
            List<Frame> back = List.copyOf(toAgent);
            toAgent.clear();
            back.forEach(frame -> agent.arrived(frame, 0));
        }
        for (byte[] next = controller.receive(0); next != null; next = controller.receive(0)) {
            arrived.addAll(samples(MessageCodec.toController(Talk.content(next))));
        }
    }

    private static List<TelemetrySample> samples(ToController message) {
        return ((ToController.Telemetry) message).samples();
    }

    private static long count(List<TelemetrySample> samples, String series) {
        return samples.stream().filter(each -> each.series().equals(series)).count();
    }

    @Test
    void onceHalfOfTheJournalIsFullSingleCoresAreSentAndNotKept() throws Exception {
        Journals journals = Journals.in(folder, Instant::now, MOST_BYTES);
        Duration patience = Duration.ofMinutes(1);
        Conversation agent = new Conversation("the controller", 7, 4_000, patience, 0, toController::add);
        Conversation controller = new Conversation("agent db1", 7, 4_000, patience, 0, toAgent::add);
        JournaledTransport transport = new JournaledTransport(
                agent,
                journals.begin("run-1"),
                new OwnClock("db1", () -> 0, new BrokerOffset()),
                told::add,
                journals::over,
                () -> 0);
        int seconds = 0;
        for (int after = 0; after < 20 && seconds < MOST_SECONDS; seconds++) {
            assertThat(transport.send(second(seconds))).isTrue();
            exchange(agent, controller);
            after += told.isEmpty() ? 0 : 1;
        }
        transport.close();
        assertThat(told)
                .containsExactly(
                        "The journal of this run is half full: what single cores of this host do is kept no more, only"
                                + " sent.");
        assertThat(count(arrived, "cpu")).as("sent").isEqualTo(seconds);
        assertThat(count(arrived, "cpu core 255")).as("sent of a core").isEqualTo(seconds);

        List<TelemetrySample> kept = new ArrayList<>();
        JournalCollection[] asking = {null};
        asking[0] = new JournalCollection(
                "db1",
                frame -> asking[0].arrived(frame.journal(JournalsTest.part(journals, "run-1", frame))
                        .bytes()));
        asking[0].fetch(message -> kept.addAll(samples(message)));
        assertThat(count(kept, "cpu")).as("kept").isEqualTo(seconds);
        assertThat(count(kept, "cpu core 255")).as("kept of a core").isEqualTo(seconds - 20);
    }
}
